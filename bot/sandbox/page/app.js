// The page: who you are, which chats you see, what you do. State comes whole over one socket.

import { column, dress, fill } from "/page/column.js";
import { alertWith, toast } from "/page/notes.js";
import { connect } from "/page/socket.js";
import {
  $, chatOf, it, myChats, payloads, person, posts, postsOf, saw, shownChats, typing, unread, wide,
} from "/page/state.js";
import { openTrouble } from "/page/trouble.js";
import { color, el, initials, say, speak, tick } from "/page/view.js";
import { keep } from "/page/writing.js";

const query = new URLSearchParams(location.search);
const table = await (await fetch("/page/words.json")).json();

// ---- what comes

function receive(message) {
  if (it.state && it.state.world !== message.world) {
    location.reload(); // another server took this one's place
    return;
  }
  const first = !it.state;
  const before = it.state;
  it.state = message;
  if (first) begin();
  const changed = message.posts;
  for (const post of changed) {
    if (!posts.has(post.chat)) posts.set(post.chat, new Map());
    if (post.sender === it.state.bot.id) typing.delete(post.chat);
    posts.get(post.chat).set(post.id, post);
  }
  for (const chat of it.state.chats) {
    if (chat.typing > 0) typing.set(chat.id, Date.now() + chat.typing * 1000);
  }
  if (!it.state.people.some((person) => person.id === it.me) && it.state.people.length) {
    it.me = it.state.people[0].id;
  }
  draw(first || shape(before) !== shape(it.state), changed);
  for (const answer of message.toasts) if (answer.person === it.me) answered(answer);
}

function shape(all) {
  return JSON.stringify([all.people.map((p) => p.id), myChats(all).map((chat) => chat.id)]);
}

function begin() {
  const lang = query.get("lang") || it.state.lang;
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
    it.seen = JSON.parse(sessionStorage.getItem(`seen${it.state.world}`)) || {};
    it.me = Number(sessionStorage.getItem("me")) || 0;
  } catch { it.seen = {}; }
  const named = query.get("as");
  const person = it.state.people.find((p) => p.name === named || String(p.id) === named);
  if (person) it.me = person.id;
}

function answered(answer) {
  if (answer.url) follow(answer.url);
  if (!answer.text) return;
  if (!answer.alert) {
    toast(answer.text);
    return;
  }
  alertWith(answer.text);
}

// ---- drawing

function draw(rebuild, changed = []) {
  if (!it.state || !person()) {
    $("columns").replaceChildren(el("p", { class: "void" }, say("empty")));
    drawPeople();
    return;
  }
  const shown = shownChats();
  const known = [...it.columns.keys()].join();
  if (rebuild || known !== shown.map((chat) => chat.id).join()) {
    for (const column of it.columns.values()) keep(column);
    it.columns = new Map(shown.map((chat) => [chat.id, column(chat, follow)]));
    $("columns").replaceChildren(...[...it.columns.values()].map((c) => c.root));
    for (const one of it.columns.values()) {
      fill(one, postsOf(one.chat));
    }
  } else {
    for (const one of it.columns.values()) {
      one.chat = chatOf(one.chat.id);
      fill(one, changed.filter((p) => p.chat === one.chat.id || p.chat === one.chat.from));
    }
  }
  for (const one of it.columns.values()) {
    dress(one);
    saw(one.chat);
  }
  drawPeople();
  drawTabs();
}

function drawPeople() {
  let total = 0;
  const chips = it.state.people.filter((p) => !p.deleted).map((p) => {
    const count = myChats(it.state, p.id).filter((c) => c.kind === "private")
      .reduce((sum, chat) => sum + unread(p.id, chat), 0);
    if (p.id === it.me) total = myChats().reduce((sum, chat) => sum + unread(it.me, chat), 0);
    return el("button", {
      class: "chip", type: "button", testid: `person-${p.id}`, "aria-pressed": String(p.id === it.me),
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
  const front = wide.matches ? [...it.columns.keys()][0] : it.active;
  $("tabs").hidden = !listed.length;
  $("tabs").replaceChildren(...listed.map((chat) => el("button", {
    class: "tab", type: "button", testid: `tab-${chat.kind === "private" ? "private" : chat.id}`,
    "aria-current": chat.id === front ? "page" : undefined,
    onclick: () => show(chat.id),
  }, el("span", { class: "who" }, chat.kind === "private" ? say("tab.private") : chat.title),
  badge(unread(it.me, chat)))));
}

function badge(count) {
  if (!count) return null;
  return el("span", { class: "badge", testid: "unread", "aria-label": say("unread", { n: count }) },
    count > 99 ? "99+" : String(count));
}

function become(id) {
  for (const one of it.columns.values()) keep(one);
  it.columns = new Map();
  it.me = id;
  sessionStorage.setItem("me", String(id));
  const chat = chatOf(it.active);
  if (chat && chat.kind === "private") it.active = id;
  draw(true);
  document.querySelector(`[data-testid="person-${id}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function show(id) {
  it.active = id;
  draw(false);
}

function follow(url) {
  const payload = new URL(url).searchParams.get("start");
  if (payload !== null) payloads.set(it.me, payload);
  if (!wide.matches) it.active = it.me;
  draw(false);
  document.querySelector('[data-testid="start"]')?.focus();
}

// ---- time and size

setInterval(() => {
  document.querySelectorAll('time[data-format="r"]').forEach(tick);
}, 20000);
setInterval(() => {
  for (const [chat, until] of typing) {
    if (until > Date.now()) continue;
    typing.delete(chat);
    if (it.columns.has(chat)) dress(it.columns.get(chat));
  }
}, 1000);
wide.addEventListener("change", () => it.state && draw(true));
document.addEventListener("visibilitychange", () => it.state && draw(false));

connect(receive);
