// The extension with the language server itself, which LUDENS_COMMAND starts (a list in JSON). LUDENS_EXTENSION is what
// `npm run build` made; without it the sources are tried, with a simple language client.

const assert = require("node:assert");
const test = require("node:test");
const { editor } = require("./standin.js");

const GAME = `(game "Mine" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`;
const { LUDENS_COMMAND, LUDENS_EXTENSION } = process.env;

test("it starts the server, which draws the board", { skip: LUDENS_COMMAND ? false : "LUDENS_COMMAND is not set" }, async () => {
  const told = editor(GAME, JSON.parse(LUDENS_COMMAND));
  const extension = require(LUDENS_EXTENSION || "./extension.js");
  await extension.activate({ subscriptions: [] });
  assert.deepEqual(told.errors, []);
  await told.commands.get("ludens.showBoard")();
  assert.equal(told.panels[0].title, "Board: mine.lud");
  assert.match(told.panels[0].webview.html, /src="data:image\/svg\+xml,%3C/);
  await extension.deactivate();
});
