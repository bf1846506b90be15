// Pictures in front of everything else, those of an album one after the other.

import { $ } from "/page/state.js";
import { gist } from "/page/view.js";

let album = [];
let at = 0;

export function enlarge(shown, index) {
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
