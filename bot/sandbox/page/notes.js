// What presses are answered with: a toast that goes by itself, an alert that is closed.

import { $ } from "/page/state.js";
import { el } from "/page/view.js";

export function alertWith(text) {
  $("alert-text").textContent = text;
  if (!$("alert").open) $("alert").showModal();
}

export function toast(text, wrong = false) {
  const node = el("div", { class: wrong ? "toast wrong" : "toast", testid: "toast" }, text);
  $("toasts").append(node);
  setTimeout(() => node.remove(), 3500 + text.length * 25);
}
