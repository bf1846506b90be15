// The page: who you are, which chats you see, what you do. State comes whole over one socket.

import { bubble, color, el, gist, initials, say, speak, tick } from "/page/view.js";

const query = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);
const wide = matchMedia("(min-width: 900px)");

let state = null; // the last overview
let socket = null;
let sent = 0;
const waiting = new Map(); // requests at work: number -> function
const posts = new Map(); // chat -> Map of id -> post
const payloads = new Map(); // person -> payload of a link he followed, Start not pressed yet
const drafts = new Map(); // "person:chat" -> {text, reply}
const typing = new Map(); // chat -> time until which the bot types
let seen = {};
let me = 0;
let active = 0; // the chat in front (phone), or the group shown (desktop)
let columns = new Map(); // chat -> parts of its column

const table = await (await fetch("/page/words.json")).json();

// ---- the socket

function connect() {
  const since = state ? state.revision : 0;
  socket = new WebSocket(`ws://${location.host}/page/socket?since=${since}`);
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onopen = () => { $("link").textContent = ""; };
  socket.onclose = () => {
    $("link").textContent = say("lost");
    setTimeout(connect, 1000);
  };
}

function ask(action, then = () => {}) {
  sent += 1;
  waiting.set(sent, then);
  socket.send(JSON.stringify({ as: me, ...action, n: sent }));
}

function receive(message) {
  if (message.type === "done") {
    const then = waiting.get(message.n);
    waiting.delete(message.n);
    if (message.error) toast(message.error, true);
    if (then) then(!message.error);
    return;
  }
  if (state && state.world !== message.world) {
    location.reload(); // another server took this one's place
    return;
  }
  const first = !state;
  const before = state;
  state = message;
  if (first) begin();
  const changed = message.posts;
  for (const post of changed) {
    if (!posts.has(post.chat)) posts.set(post.chat, new Map());
    if (post.sender === state.bot.id) typing.delete(post.chat);
    posts.get(post.chat).set(post.id, post);
  }
  for (const chat of state.chats) {
    if (chat.typing > 0) typing.set(chat.id, Date.now() + chat.typing * 1000);
  }
  if (!state.people.some((person) => person.id === me) && state.people.length) {
    me = state.people[0].id;
  }
  draw(first || shape(before) !== shape(state), changed);
  for (const answer of message.toasts) if (answer.person === me) answered(answer);
}

function shape(it) {
  return JSON.stringify([it.people.map((p) => p.id), myChats(it).map((chat) => chat.id)]);
}

function begin() {
  const lang = query.get("lang") || state.lang;
  speak(table, table[lang] ? lang : "en");
  document.documentElement.lang = table[lang] ? lang : "en";
  document.title = say("brand");
  $("brand").textContent = say("brand");
  $("you").textContent = say("you");
  $("people").setAttribute("aria-label", say("you"));
  $("alert-close").textContent = say("ok");
  for (const [id, word] of [["light-close", "close"], ["light-back", "back"], ["light-next", "next"],
    ["trouble-open", "trouble"]]) {
    $(id).setAttribute("aria-label", say(word));
    $(id).title = say(word);
  }
  try {
    seen = JSON.parse(sessionStorage.getItem(`seen${state.world}`)) || {};
    me = Number(sessionStorage.getItem("me")) || 0;
  } catch { seen = {}; }
  const named = query.get("as");
  const person = state.people.find((p) => p.name === named || String(p.id) === named);
  if (person) me = person.id;
}

// ---- what there is

function person(id = me) {
  return state.people.find((p) => p.id === id);
}

function chatOf(id) {
  return state.chats.find((chat) => chat.id === id);
}

function myChats(it = state, who = me) {
  const groups = it.chats.filter((c) => c.kind !== "private" && c.to === null);
  return [...groups, ...it.chats.filter((c) => c.id === who)];
}

function postsOf(chat) {
  const older = chat.from ? [...(posts.get(chat.from) || new Map()).values()] : [];
  return [...older, ...(posts.get(chat.id) || new Map()).values()].filter((post) => !post.deleted);
}

function find(chat, id) {
  return (posts.get(chat) || new Map()).get(id);
}

function unread(who, chat) {
  const last = seen[`${who}:${chat.id}`] || 0;
  let count = 0;
  for (const post of (posts.get(chat.id) || new Map()).values()) {
    if (post.id > last && !post.deleted && post.sender !== who) count += 1;
  }
  return count;
}

function saw(chat) {
  if (document.hidden) return;
  const last = Math.max(0, ...(posts.get(chat.id) || new Map()).keys());
  seen[`${me}:${chat.id}`] = last;
  sessionStorage.setItem(`seen${state.world}`, JSON.stringify(seen));
}

// ---- drawing

function shownChats() {
  const chats = myChats();
  if (!chats.some((chat) => chat.id === active)) active = chats.length ? chats[0].id : 0;
  if (!wide.matches) return chats.filter((chat) => chat.id === active);
  const group = chats.find((chat) => chat.id === active && chat.kind !== "private") || chats[0];
  return chats.filter((chat) => chat === group || chat.kind === "private");
}

function draw(rebuild, changed = []) {
  if (!state || !person()) {
    $("columns").replaceChildren(el("p", { class: "void" }, say("empty")));
    drawPeople();
    return;
  }
  const shown = shownChats();
  const known = [...columns.keys()].join();
  if (rebuild || known !== shown.map((chat) => chat.id).join()) {
    for (const column of columns.values()) keep(column);
    columns = new Map(shown.map((chat) => [chat.id, column(chat)]));
    $("columns").replaceChildren(...[...columns.values()].map((c) => c.root));
    for (const one of columns.values()) {
      fill(one, postsOf(one.chat));
    }
  } else {
    for (const one of columns.values()) {
      one.chat = chatOf(one.chat.id);
      fill(one, changed.filter((p) => p.chat === one.chat.id || p.chat === one.chat.from));
    }
  }
  for (const one of columns.values()) {
    dress(one);
    saw(one.chat);
  }
  drawPeople();
  drawTabs();
}

function drawPeople() {
  let total = 0;
  const chips = state.people.filter((p) => !p.deleted).map((p) => {
    const count = myChats(state, p.id).filter((c) => c.kind === "private")
      .reduce((sum, chat) => sum + unread(p.id, chat), 0);
    if (p.id === me) total = myChats().reduce((sum, chat) => sum + unread(me, chat), 0);
    return el("button", {
      class: "chip", type: "button", testid: `person-${p.id}`, "aria-pressed": String(p.id === me),
      onclick: () => become(p.id),
    }, el("span", { class: `face ${color(p.id)}`, "aria-hidden": "true" },
      p.on.length ? "⚙" : initials(p.name)),
    el("span", { class: "who" }, p.name), badge(count));
  });
  chips.push(el("button", {
    class: "chip add", type: "button", testid: "add-person", "aria-label": say("add"),
    title: say("add"), onclick: () => openTrouble(true),
  }, el("span", { class: "face", "aria-hidden": "true" }, "+"),
  el("span", { class: "who" }, say("add"))));
  const focused = document.activeElement?.dataset?.testid;
  $("people").replaceChildren(...chips);
  if (focused) $("people").querySelector(`[data-testid="${focused}"]`)?.focus();
  document.title = (total ? `(${total}) ` : "") + say("brand");
}

function drawTabs() {
  const chats = myChats();
  const groups = chats.filter((chat) => chat.kind !== "private");
  const listed = wide.matches ? (groups.length > 1 ? groups : []) : chats;
  const front = wide.matches ? [...columns.keys()][0] : active;
  $("tabs").hidden = !listed.length;
  $("tabs").replaceChildren(...listed.map((chat) => el("button", {
    class: "tab", type: "button", testid: `tab-${chat.kind === "private" ? "private" : chat.id}`,
    "aria-current": chat.id === front ? "page" : undefined,
    onclick: () => show(chat.id),
  }, el("span", { class: "who" }, chat.kind === "private" ? say("tab.private") : chat.title),
  badge(unread(me, chat)))));
}

function badge(count) {
  if (!count) return null;
  return el("span", { class: "badge", testid: "unread", "aria-label": say("unread", { n: count }) },
    count > 99 ? "99+" : String(count));
}

function become(id) {
  for (const one of columns.values()) keep(one);
  columns = new Map();
  me = id;
  sessionStorage.setItem("me", String(id));
  const chat = chatOf(active);
  if (chat && chat.kind === "private") active = id;
  draw(true);
  document.querySelector(`[data-testid="person-${id}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function show(id) {
  active = id;
  draw(false);
}

// ---- one chat

function column(chat) {
  const inPrivate = chat.kind === "private";
  const name = inPrivate ? "private" : "group";
  const one = {
    chat, units: new Map(), me,
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

function fill(one, changed) {
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
    const fresh = bubble(together, me, find, actions(one));
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

function dress(one) {
  const { chat } = one;
  const busy = (typing.get(chat.id) || 0) > Date.now();
  const inPrivate = chat.kind === "private";
  const line = busy ? say("typing") : inPrivate ? person().name : say("members", { n: chat.members.length });
  one.head.replaceChildren(
    el("span", { class: `face ${color(inPrivate ? state.bot.id : chat.id)}`, "aria-hidden": "true" },
      initials(chat.title)),
    el("div", { class: "title" }, el("h2", {}, chat.title),
      el("p", { class: busy ? "busy" : "", testid: "subtitle" }, line)),
    ...(inPrivate ? state.hooks.map(toggle) : []),
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

// ---- writing

function mode(one) {
  const { chat } = one;
  if (chat.kind !== "private") return chat.members.includes(me) ? "write" : "join";
  if (chat.bot === "blocked") return "unblock";
  return chat.bot === "new" || payloads.has(me) ? "start" : "write";
}

function foot(one) {
  const wanted = `${mode(one)}:${me}`;
  if (one.mode === wanted) return;
  one.mode = wanted;
  one.root.dataset.mode = mode(one);
  if (mode(one) === "write") {
    one.foot.replaceChildren(composer(one));
    return;
  }
  const acts = {
    start: () => {
      const payload = payloads.get(me) || "";
      payloads.delete(me);
      ask({ do: "start", payload });
    },
    unblock: () => ask({ do: "block", on: false }),
    join: () => ask({ do: "member", chat: one.chat.id, on: true }),
  };
  const hint = { start: "start.hint", join: "outside" }[mode(one)];
  one.foot.replaceChildren(
    hint && !payloads.has(me) ? el("p", { class: "hint" }, say(hint, { name: person().name })) : "",
    el("button", { class: "strong", type: "button", testid: mode(one), onclick: acts[mode(one)] },
      say(mode(one))));
}

// A name as it fits on one line of a phone.
function short(name) {
  const signs = [...name];
  return signs.length > 20 ? `${signs.slice(0, 19).join("")}…` : name;
}

function composer(one) {
  const input = el("textarea", { rows: "1", testid: "input", "aria-label": say("write", { name: person().name }),
    placeholder: say("write", { name: short(person().name) }), autocomplete: "off" });
  const hints = el("div", { class: "hints", role: "listbox", "aria-label": say("commands"), hidden: true,
    testid: "suggestions" });
  const reply = el("div", { class: "replying", hidden: true });
  const slash = el("button", { class: "icon", type: "button", testid: "commands", title: say("commands"),
    "aria-label": say("commands"), onclick: () => { input.value = "/"; input.focus(); suggest(one); } }, "/");
  const send = el("button", { class: "send", type: "submit", testid: "send", "aria-label": say("send"),
    title: say("send") }, "➤");
  one.input = input;
  one.hints = hints;
  one.reply = reply;
  const draft = drafts.get(`${me}:${one.chat.id}`) || {};
  input.value = draft.text || "";
  one.replyTo = draft.reply || null;
  input.oninput = () => { grow(input); suggest(one); };
  input.onkeydown = (event) => keydown(one, event);
  input.onblur = () => setTimeout(() => { hints.hidden = true; }, 200);
  drawReply(one);
  return el("form", { class: "composer", onsubmit: (event) => { event.preventDefault(); submit(one); } },
    hints, reply, el("div", { class: "bar" }, slash, input, send));
}

function keep(one) {
  if (!one.input) return;
  drafts.set(`${one.me}:${one.chat.id}`, { text: one.input.value, reply: one.replyTo });
}

function grow(input) {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, 160)}px`;
}

function keydown(one, event) {
  const options = [...one.hints.children];
  if (!one.hints.hidden && options.length) {
    const now = options.findIndex((node) => node.getAttribute("aria-selected") === "true");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = (now + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
      options.forEach((node, i) => node.setAttribute("aria-selected", String(i === next)));
      options[next].scrollIntoView({ block: "nearest" });
      return;
    }
    if (event.key === "Tab" || (event.key === "Enter" && now >= 0)) {
      event.preventDefault();
      choose(one, options[Math.max(now, 0)].dataset.command);
      return;
    }
    if (event.key === "Escape") { one.hints.hidden = true; return; }
  }
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    submit(one);
  } else if (event.key === "Escape" && one.replyTo) {
    one.replyTo = null;
    drawReply(one);
  }
}

function suggest(one) {
  const match = /^\/(\w*)$/.exec(one.input.value);
  const commands = match ? (person().commands[one.chat.id] || [])
    .filter((c) => c.command.startsWith(match[1].toLowerCase())) : [];
  one.hints.hidden = !commands.length;
  one.hints.replaceChildren(...commands.map((c) => el("button", {
    type: "button", role: "option", "aria-selected": "false", "data-command": c.command,
    testid: `command-${c.command}`, onclick: () => choose(one, c.command),
  }, el("b", {}, `/${c.command}`), " ", el("span", {}, c.description))));
}

function choose(one, command) {
  one.input.value = `/${command} `;
  one.hints.hidden = true;
  one.input.focus();
}

function submit(one) {
  const text = one.input.value;
  if (!text.trim()) return;
  const reply = one.replyTo ? one.replyTo.id : undefined;
  ask({ do: "say", chat: one.chat.id, text, reply }, (fine) => { if (!fine) one.input.value = text; });
  one.input.value = "";
  one.replyTo = null;
  one.hints.hidden = true;
  grow(one.input);
  drawReply(one);
  one.stick = true;
  stay(one);
}

function drawReply(one) {
  one.reply.hidden = !one.replyTo;
  if (!one.replyTo) return;
  one.reply.replaceChildren(
    el("div", { class: "quote" }, el("b", {}, say("reply.to", { name: one.replyTo.name })), " ", gist(one.replyTo)),
    el("button", { class: "icon", type: "button", "aria-label": say("cancel"),
      onclick: () => { one.replyTo = null; drawReply(one); } }, "✕"));
}

// ---- what messages do

function actions(one) {
  return {
    say: (text) => ask({ do: "say", chat: one.chat.id, text }),
    inside,
    follow,
    enlarge,
    reply: (post) => {
      if (mode(one) !== "write" || post.chat !== one.chat.id) return;
      one.replyTo = post;
      drawReply(one);
      one.input.focus();
    },
    press: (post, button, node) => {
      if (button.url) {
        if (inside(button.url)) follow(button.url);
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

// Whether a link leads into the private chat with the bot.
function inside(url) {
  try {
    const address = new URL(url);
    return address.host === "t.me"
      && address.pathname.replaceAll("/", "").toLowerCase() === state.bot.username.toLowerCase();
  } catch { return false; }
}

function follow(url) {
  const payload = new URL(url).searchParams.get("start");
  if (payload !== null) payloads.set(me, payload);
  if (!wide.matches) active = me;
  draw(false);
  document.querySelector('[data-testid="start"]')?.focus();
}

function answered(answer) {
  if (answer.url) follow(answer.url);
  if (!answer.text) return;
  if (!answer.alert) {
    toast(answer.text);
    return;
  }
  $("alert-text").textContent = answer.text;
  if (!$("alert").open) $("alert").showModal();
}

function toast(text, wrong = false) {
  const node = el("div", { class: wrong ? "toast wrong" : "toast", testid: "toast" }, text);
  $("toasts").append(node);
  setTimeout(() => node.remove(), 3500 + text.length * 25);
}

// ---- pictures

let album = [];
let at = 0;

function enlarge(shown, index) {
  album = shown;
  at = index;
  drawLight();
  $("lightbox").showModal();
}

function drawLight() {
  const post = album[at];
  $("light-image").parentElement.classList.remove("zoom");
  $("light-image").src = post.media.url;
  $("light-image").alt = gist(post);
  $("light-caption").textContent = post.text;
  $("light-back").hidden = $("light-next").hidden = album.length < 2;
}

function turn(step) {
  at = (at + step + album.length) % album.length;
  drawLight();
}

$("light-back").onclick = () => turn(-1);
$("light-next").onclick = () => turn(1);
$("light-close").onclick = () => $("lightbox").close();
$("light-image").onclick = () => $("light-image").parentElement.classList.toggle("zoom");
$("lightbox").onclick = (event) => {
  if (event.target === $("lightbox") || event.target.tagName === "FIGURE") $("lightbox").close();
};
$("lightbox").onkeydown = (event) => {
  if (event.key === "ArrowLeft") turn(-1);
  if (event.key === "ArrowRight") turn(1);
};

// ---- trouble

function openTrouble(naming = false) {
  const group = shownChats().find((chat) => chat.kind !== "private")
    || myChats().find((chat) => chat.kind !== "private");
  const away = group && ["left", "kicked"].includes(group.bot);
  const muted = group && group.bot === "restricted";
  const kinds = ["flood", "silence", "cut", "repeat"];
  if (group) {
    if (group.kind === "group") kinds.push("migrate");
    kinds.push(...(away ? ["return"] : [muted ? "unmute" : "mute", "kick"]));
  }
  const name = el("input", { name: "name", maxlength: "64", required: true, testid: "add-name",
    "aria-label": say("add.name"), placeholder: say("add.name"), autocomplete: "off" });
  const act = (kind) => {
    ask({ do: "trouble", kind, chat: group ? group.id : 0 });
    $("trouble").close();
  };
  const form = el("form", { class: "adding", onsubmit: (event) => {
    event.preventDefault();
    ask({ do: "person", name: name.value });
    $("trouble").close();
  } }, name, el("button", { class: "strong", testid: "add-do" }, say("add.do")));
  const rest = naming ? [] : [
    el("p", { class: "hint" }, say("trouble.hint")),
    state.faults.length ? el("p", { class: "hint waits", testid: "faults" },
      say("trouble.waiting", { n: state.faults.length })) : "",
    ...kinds.map((kind) => el("button", { class: "wide", type: "button", testid: `trouble-${kind}`,
      onclick: () => act(kind) }, say(`trouble.${kind}`))),
    state.faults.length ? el("button", { class: "wide", type: "button", testid: "trouble-clear",
      onclick: () => act("clear") }, say("trouble.clear")) : "",
    group && group.members.includes(me) ? el("button", { class: "wide", type: "button", testid: "leave",
      onclick: () => { ask({ do: "member", chat: group.id, on: false }); $("trouble").close(); } },
    say("leave")) : "",
  ];
  $("trouble").replaceChildren(
    el("div", { class: "top" }, el("h2", {}, say(naming ? "add" : "trouble")),
      el("button", { class: "icon", type: "button", "aria-label": say("close"),
        onclick: () => $("trouble").close() }, "✕")),
    ...rest, ...(naming ? [form] : []));
  $("trouble").showModal();
  if (naming) name.focus();
}

$("trouble-open").onclick = () => openTrouble();

// ---- time and size

setInterval(() => {
  document.querySelectorAll('time[data-format="r"]').forEach(tick);
}, 20000);
setInterval(() => {
  for (const [chat, until] of typing) {
    if (until > Date.now()) continue;
    typing.delete(chat);
    if (columns.has(chat)) dress(columns.get(chat));
  }
}, 1000);
wide.addEventListener("change", () => state && draw(true));
document.addEventListener("visibilitychange", () => state && draw(false));

connect();
