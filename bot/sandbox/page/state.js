// What the page knows: the last overview, the messages, who you are and what you look at.

export const $ = (id) => document.getElementById(id);
export const wide = matchMedia("(min-width: 900px)");

export const it = {
  state: null, // the last overview
  me: 0,
  active: 0, // the chat in front (phone), or the group shown (desktop)
  columns: new Map(), // chat -> parts of its column
  seen: {},
};
export const posts = new Map(); // chat -> Map of id -> post
export const payloads = new Map(); // person -> payload of a link he followed, Start not pressed yet
export const drafts = new Map(); // "person:chat" -> {text, reply}
export const typing = new Map(); // chat -> time until which the bot types

export function person(id = it.me) {
  return it.state.people.find((p) => p.id === id);
}

export function chatOf(id) {
  return it.state.chats.find((chat) => chat.id === id);
}

export function myChats(all = it.state, who = it.me) {
  const groups = all.chats.filter((c) => c.kind !== "private" && c.to === null);
  return [...groups, ...all.chats.filter((c) => c.id === who)];
}

export function postsOf(chat) {
  const older = chat.from ? [...(posts.get(chat.from) || new Map()).values()] : [];
  return [...older, ...(posts.get(chat.id) || new Map()).values()].filter((post) => !post.deleted);
}

export function find(chat, id) {
  return (posts.get(chat) || new Map()).get(id);
}

export function unread(who, chat) {
  const last = it.seen[`${who}:${chat.id}`] || 0;
  let count = 0;
  for (const post of (posts.get(chat.id) || new Map()).values()) {
    if (post.id > last && !post.deleted && post.sender !== who) count += 1;
  }
  return count;
}

export function saw(chat) {
  if (document.hidden) return;
  const last = Math.max(0, ...(posts.get(chat.id) || new Map()).keys());
  it.seen[`${it.me}:${chat.id}`] = last;
  sessionStorage.setItem(`seen${it.state.world}`, JSON.stringify(it.seen));
}

export function shownChats() {
  const chats = myChats();
  if (!chats.some((chat) => chat.id === it.active)) it.active = chats.length ? chats[0].id : 0;
  if (!wide.matches) return chats.filter((chat) => chat.id === it.active);
  const group = chats.find((chat) => chat.id === it.active && chat.kind !== "private") || chats[0];
  return chats.filter((chat) => chat === group || chat.kind === "private");
}

// Whether a link leads into the private chat with the bot.
export function inside(url) {
  try {
    const address = new URL(url);
    return address.host === "t.me"
      && address.pathname.replaceAll("/", "").toLowerCase() === it.state.bot.username.toLowerCase();
  } catch { return false; }
}
