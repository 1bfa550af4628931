// The page of the panel that shows the board; it knows nothing of the editor.

/** What may stand in the text of a page. */
function escaped(text) {
  return text.replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`);
}

/** The page for the server's answer: `{svg, name}`, `{error}` or `{late}`. Nothing in it may run or be fetched. */
function page(answer, last = "") {
  const late = "This description takes too long to be compiled.";
  const told = answer.svg ? "" : `<p class="error">${escaped(answer.error || late).replace(/\n/g, "<br>")}</p>`;
  const svg = answer.svg || last;
  // as an image, so that what a description says in its pictures cannot reach the page
  const image = svg ? `<img class="${answer.svg ? "" : "old"}" alt="The board at the start" src="data:image/svg+xml,${encodeURIComponent(svg)}">` : "";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Board</title>
<style>
body { margin: 0; padding: 12px; display: flex; flex-direction: column; gap: 12px; height: 100vh; box-sizing: border-box; }
img { flex: 1; min-height: 0; object-fit: contain; }
.old { opacity: 0.4; }
.error { margin: 0; font-family: var(--vscode-editor-font-family); color: var(--vscode-errorForeground); }
</style>
</head>
<body>${told}${image}</body>
</html>`;
}

module.exports = { page };
