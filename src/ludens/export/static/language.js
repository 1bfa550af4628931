// The language of an exported page: the first one that the browser asks for and the page has; see words.js.

globalThis.ludensWords = (() => {
  const texts = JSON.parse(document.getElementById("texts").textContent);
  const codes = [...(navigator.languages ?? [navigator.language]), "en"].map((tag) => tag.toLowerCase().split("-")[0]);
  return texts[codes.find((code) => code in texts)];
})();
