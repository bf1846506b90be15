"""The world's values as the Bot API's JSON objects."""

from __future__ import annotations

from typing import Any

from bot.sandbox.world import ANONYMOUS_ID, RIGHTS, Chat, Member, Person, Picture, Post, World

Json = dict[str, Any]
THUMBNAIL = 320  # pixels of the longer side
LARGE = 1280
MUTED = [
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
]
GIFTS = "unlimited_gifts limited_gifts unique_gifts premium_subscription gifts_from_channels"


def user(world: World, number: int) -> Json:
    """Return a User."""
    if number == ANONYMOUS_ID:
        return {
            "id": ANONYMOUS_ID,
            "is_bot": True,
            "first_name": "Group",
            "username": "GroupAnonymousBot",
        }
    person = world.bot if number == world.bot.id else world.people[number]
    result: Json = {
        "id": person.id,
        "is_bot": person is world.bot,
        "first_name": "" if person.deleted else person.first_name,
    }
    if person.last_name and not person.deleted:
        result["last_name"] = person.last_name
    if person.username and not person.deleted:
        result["username"] = person.username
    if person is not world.bot:
        result["language_code"] = person.language
    return result


def me(world: World) -> Json:
    """Return the bot's own User with what getMe adds."""
    return {
        **user(world, world.bot.id),
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
    }


def chat(world: World, it: Chat) -> Json:
    """Return a Chat."""
    if it.private:
        person = world.people[it.id]
        names = {
            "first_name": person.first_name,
            "last_name": person.last_name,
            "username": person.username,
        }
        return {"id": it.id, "type": "private", **{k: v for k, v in names.items() if v}}
    result: Json = {"id": it.id, "type": it.kind, "title": it.title}
    return {**result, "is_forum": True} if it.forum else result


def full_chat(world: World, it: Chat) -> Json:
    """Return a ChatFullInfo."""
    result = {
        **chat(world, it),
        "accent_color_id": abs(it.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(GIFTS.split(), False),
    }
    if not it.private:
        result["permissions"] = {**dict.fromkeys(MUTED, True), "can_change_info": False}
    if it.pinned:
        result["pinned_message"] = message(world, it.posts[it.pinned[-1]], depth=0)
    return result


def member(world: World, number: int, place: Member | None) -> Json:
    """Return a ChatMember; None for somebody who was never there."""
    who = user(world, number)
    if place is None or place.status == "left":
        return {"status": "left", "user": who}
    if place.status == "creator":
        return {"status": "creator", "user": who, "is_anonymous": place.anonymous}
    if place.status == "administrator":
        return {
            "status": "administrator",
            "user": who,
            "can_be_edited": False,
            "is_anonymous": place.anonymous,
            **{right: right in place.rights for right in RIGHTS},
        }
    if place.status == "kicked":
        return {"status": "kicked", "user": who, "until_date": 0}
    if place.muted:
        closed = dict.fromkeys(MUTED, False)
        return {"status": "restricted", "user": who, "is_member": True, "until_date": 0, **closed}
    return {"status": "member", "user": who}


def photo_sizes(world: World, picture: Picture) -> list[Json]:
    """Return the sizes of a photo, smallest first; all are the one stored file."""
    longer = max(picture.width, picture.height)
    size = len(world.files[picture.file].data)
    sizes = []
    for side in sorted({min(THUMBNAIL, longer), min(LARGE, longer)}):
        share = side / longer
        sizes.append(
            {
                "file_id": picture.file,
                "file_unique_id": f"u{picture.file[4:11]}s{side}",
                "width": max(1, round(picture.width * share)),
                "height": max(1, round(picture.height * share)),
                "file_size": size,
            }
        )
    return sizes


def document(world: World, picture: Picture) -> Json:
    """Return a Document."""
    stored = world.files[picture.file]
    return {
        "file_id": stored.id,
        "file_unique_id": f"u{stored.id[4:11]}",
        "file_name": stored.name,
        "mime_type": stored.mime,
        "file_size": len(stored.data),
    }


def message(world: World, post: Post, depth: int = 1) -> Json:
    """Return a Message; the message it answers is included to the given depth."""
    place = world.chats[post.chat]
    result: Json = {
        "message_id": post.id,
        "date": post.date,
        "chat": chat(world, place),
        **_sender(world, post, place),
        **_content(world, post),
        **_thread(post, place),
    }
    if post.edited:
        result["edit_date"] = post.edited
    if post.album:
        result["media_group_id"] = post.album
    if "inline_keyboard" in (post.markup or {}):
        result["reply_markup"] = post.markup
    target = place.posts.get(post.reply_to) if post.reply_to else None
    if target and not target.deleted and depth:
        result["reply_to_message"] = message(world, target, depth - 1)
        if post.quote:
            result["quote"] = {"text": post.quote, "position": 0, "is_manual": True}
    return result


def accessible(world: World, post: Post) -> Json:
    """Return a Message, or an InaccessibleMessage where it was deleted."""
    if post.deleted:
        place = chat(world, world.chats[post.chat])
        return {"chat": place, "message_id": post.id, "date": 0}
    return message(world, post)


def _sender(world: World, post: Post, place: Chat) -> Json:
    if post.sender == place.id and not place.private:
        return {"from": user(world, ANONYMOUS_ID), "sender_chat": chat(world, place)}
    return {"from": user(world, post.sender)}


def _content(world: World, post: Post) -> Json:
    if post.service:
        return _service(world, post.service)
    text, entities = ("caption", "caption_entities") if post.media else ("text", "entities")
    result: Json = {}
    if post.text:
        result[text] = post.text
    if post.entities:
        result[entities] = post.entities
    if post.media and post.media.document:
        result["document"] = document(world, post.media)
    elif post.media:
        result["photo"] = photo_sizes(world, post.media)
    return result


def _service(world: World, service: Json) -> Json:
    """Return the fields of a service message; ids of people and messages become objects."""
    result: Json = {}
    for key, value in service.items():
        if key == "new_chat_members":
            result[key] = [user(world, number) for number in value]
        elif key == "left_chat_member":
            result[key] = user(world, value)
        elif key == "pinned_message":
            result[key] = accessible(world, world.chats[value[0]].posts[value[1]])
        elif key in ("forum_topic_closed", "forum_topic_reopened"):
            result[key] = {}
        elif key == "forum_topic_created":
            result[key] = {"name": value, "icon_color": 7322096}
        else:
            result[key] = value
    return result


def _thread(post: Post, place: Chat) -> Json:
    """Return the thread of a message in a forum.

    A reply in General carries the answered message's id there, though that is no topic: the
    bogus thread id of telegram row 10.
    """
    if post.thread:
        return {"message_thread_id": post.thread, "is_topic_message": True}
    if place.forum and post.reply_to:
        return {"message_thread_id": post.reply_to}
    return {}


def person_known(world: World, number: int) -> Json | None:
    """Return the User of somebody the bot has met, None otherwise: only he can be mentioned."""
    person: Person | None = world.people.get(number)
    return user(world, number) if person and person.known else None
