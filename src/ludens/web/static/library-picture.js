// Pictures of library games, loaded when they come into view. While a game is being compiled the server draws its board
// alone and sends no ETag: then the picture is asked for again, until the pieces are there.

import { h } from "./dom.js";

const AGAIN = 3000;

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      load(target);
    }
  },
  { rootMargin: "400px" },
);

/** The picture of a library game, for decoration; `attributes` are those of the <img>. */
export function gamePicture(name, attributes = {}) {
  const image = h("img", { alt: "", decoding: "async", ...attributes });
  image.dataset.address = `/api/games/${encodeURIComponent(name)}/picture.svg`;
  image.classList.add("picture-loading");
  observer.observe(image);
  return image;
}

async function load(image) {
  try {
    const answer = await fetch(image.dataset.address);
    if (!answer.ok) throw new Error(answer.statusText);
    image.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
    if (!answer.headers.has("ETag")) setTimeout(() => observer.observe(image), AGAIN);
  } catch {
    image.classList.add("library-picture-missing");
  }
  image.classList.remove("picture-loading");
}
