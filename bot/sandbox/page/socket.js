// The socket: state comes whole over it, and what you do goes back.

import { toast } from "/page/notes.js";
import { $, it } from "/page/state.js";
import { say } from "/page/view.js";

let socket = null;
let sent = 0;
const waiting = new Map(); // requests at work: number -> function

export function connect(receive) {
  const since = it.state ? it.state.revision : 0;
  socket = new WebSocket(`ws://${location.host}/page/socket?since=${since}`);
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "done") done(message);
    else receive(message);
  };
  socket.onopen = () => { $("link").textContent = ""; };
  socket.onclose = () => {
    $("link").textContent = say("lost");
    setTimeout(() => connect(receive), 1000);
  };
}

export function ask(action, then = () => {}) {
  sent += 1;
  waiting.set(sent, then);
  socket.send(JSON.stringify({ as: it.me, ...action, n: sent }));
}

function done(message) {
  const then = waiting.get(message.n);
  waiting.delete(message.n);
  if (message.error) toast(message.error, true);
  if (then) then(!message.error);
}
