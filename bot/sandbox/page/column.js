// One chat: its head, the pinned message, the messages, and what can be done with them.

import { enlarge } from "/page/light.js";
import { ask } from "/page/socket.js";
import { find, inside, it, postsOf, person, typing } from "/page/state.js";
import { bubble, color, el, gist, initials, say } from "/page/view.js";
import { drawReply, foot, mode } from "/page/writing.js";

// `follow` is where links into the private chat lead.
export function column(chat, follow) {
  const inPrivate = chat.kind === "private";
  const name = inPrivate ? "private" : "group";
  const one = {
    chat, follow, units: new Map(), me: it.me,
    list: el("ol", { class: "list", role: "log", "aria-live": "polite", tabindex: "0",
      "aria-label": inPrivate ? say("private") : chat.title, testid: `messages-${name}` }),
    head: el("div", { class: "head" }),
    pin: el("div", { class: "pin", hidden: true }),
    foot: el("div", { class: "foot" }),
    down: el("button", { class: "down icon", type: "button", "aria-label": say("down"), hidden: true }, "↓"),
  };
  one.root = el("section", { class: `chat ${name}`, testid: `chat-${name}`, "data-chat": chat.id },
    one.head, one.pin, el("div", { class: "scroll" }, one.list, one.down), one.foot);
  one.stick = true; // whether the newest message is to stay in sight
  one.newest = () => { one.stick = true; stay(one); };
  one.down.onclick = () => one.list.scrollTo({ top: one.list.scrollHeight });
  one.list.onscroll = () => {
    // A scroll that comes of a change of size is not the reader's wish to look back.
    if (one.stick && one.size !== size(one.list)) stay(one);
    one.stick = atBottom(one.list);
    one.down.hidden = one.stick;
  };
  // The list shrinks when a pin or a longer draft comes, and grows when pictures are loaded.
  new ResizeObserver(() => stay(one)).observe(one.list);
  one.list.addEventListener("load", () => stay(one), true);
  return one;
}

function stay(one) {
  if (!one.stick) return;
  one.list.scrollTop = one.list.scrollHeight;
  one.size = size(one.list);
}

function size(list) {
  return `${list.clientHeight}/${list.scrollHeight}`;
}

function atBottom(list) {
  return list.scrollHeight - list.scrollTop - list.clientHeight < 60;
}

export function fill(one, changed) {
  for (const post of changed) {
    const key = post.album ? `${post.chat}:a${post.album}` : `${post.chat}:${post.id}`;
    const together = post.album
      ? postsOf(one.chat).filter((p) => p.album === post.album && p.chat === post.chat) : [post];
    const old = one.units.get(deletedKey(one, post) || key);
    if (post.deleted && together.every((p) => p.deleted)) {
      old?.remove();
      one.units.delete(deletedKey(one, post) || key);
      continue;
    }
    const fresh = bubble(together, it.me, find, actions(one));
    one.units.set(key, fresh);
    if (old) {
      const open = [...old.querySelectorAll(".spoiler")].map((node) => node.classList.contains("shown"));
      old.replaceWith(fresh);
      fresh.querySelectorAll(".spoiler").forEach((node, i) => open[i] && node.click());
    } else {
      one.list.append(fresh);
    }
  }
  one.list.classList.toggle("nothing", !one.list.children.length);
  one.list.dataset.empty = say("empty");
  unfold(one.list);
  stay(one);
  one.down.hidden = one.stick;
}

function deletedKey(one, post) {
  if (!post.deleted) return null;
  const own = `${post.chat}:${post.id}`;
  if (one.units.has(own)) return own;
  for (const [key, node] of one.units) if (node.dataset.key === own) return key;
  return own;
}

// A quote that is short anyway needs no button.
function unfold(list) {
  for (const node of list.querySelectorAll(".expandable:not(.measured)")) {
    const quote = node.firstElementChild;
    if (!quote.clientHeight) continue;
    node.classList.add("measured");
    if (quote.scrollHeight <= quote.clientHeight + 4) {
      quote.classList.remove("folded");
      node.lastElementChild.remove();
    }
  }
}

export function dress(one) {
  const { chat } = one;
  const busy = (typing.get(chat.id) || 0) > Date.now();
  const inPrivate = chat.kind === "private";
  const line = busy ? say("typing") : inPrivate ? person().name : say("members", { n: chat.members.length });
  one.head.replaceChildren(
    el("span", { class: `face ${color(inPrivate ? it.state.bot.id : chat.id)}`, "aria-hidden": "true" },
      initials(chat.title)),
    el("div", { class: "title" }, el("h2", {}, chat.title),
      el("p", { class: busy ? "busy" : "", testid: "subtitle" }, line)),
    ...(inPrivate ? it.state.hooks.map(toggle) : []),
  );
  if (inPrivate && chat.bot === "open") {
    one.head.append(el("button", { class: "icon", type: "button", testid: "block", title: say("block"),
      "aria-label": say("block"), onclick: () => ask({ do: "block", on: true }) }, "⊘"));
  }
  const pinned = chat.pinned.map((id) => find(chat.id, id)).filter((p) => p && !p.deleted).at(-1);
  one.pin.hidden = !pinned;
  if (pinned) {
    one.pin.replaceChildren(el("button", { type: "button", testid: "pinned", onclick: () => jump(one, pinned) },
      el("b", {}, say("pinned")), el("span", {}, gist(pinned))));
  }
  foot(one);
}

function toggle(name) {
  const on = person().on.includes(name);
  return el("button", {
    class: "switch", type: "button", role: "switch", "aria-checked": String(on), testid: `hook-${name}`,
    onclick: () => ask({ do: "toggle", name, on: !on }),
  }, el("span", { class: "knob", "aria-hidden": "true" }), say(`hook.${name}`));
}

function jump(one, post) {
  const node = one.list.querySelector(`[data-key="${post.chat}:${post.id}"]`);
  if (!node) return;
  node.scrollIntoView({ block: "center" });
  node.classList.add("flash");
  setTimeout(() => node.classList.remove("flash"), 1500);
}

function actions(one) {
  return {
    say: (text) => ask({ do: "say", chat: one.chat.id, text }),
    inside,
    follow: one.follow,
    enlarge,
    reply: (post) => {
      if (mode(one) !== "write" || post.chat !== one.chat.id) return;
      one.replyTo = post;
      drawReply(one);
      one.input.focus();
    },
    press: (post, button, node) => {
      if (button.url) {
        if (inside(button.url)) one.follow(button.url);
        else window.open(button.url, "_blank", "noopener");
      } else if (button.copy_text) {
        navigator.clipboard?.writeText(button.copy_text.text);
      } else if (button.callback_data) {
        node.setAttribute("aria-busy", "true");
        ask({ do: "press", chat: post.chat, post: post.id, data: button.callback_data },
          () => setTimeout(() => node.removeAttribute("aria-busy"), 300));
      }
    },
  };
}
