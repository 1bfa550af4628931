// The extension in a stand-in for VS Code: what it registers, starts and shows.

const assert = require("node:assert");
const Module = require("node:module");
const test = require("node:test");

const commands = new Map();
const panels = [];
const asked = [];
const errors = [];
let starts = 0;
let fails = false;

const document = { languageId: "lud", uri: { path: "/games/hex.lud", toString: () => "file:///games/hex.lud" } };
const changes = [];
const nothing = { dispose() {} };
const vscode = {
  commands: { registerCommand: (name, run) => (commands.set(name, run), nothing), executeCommand() {} },
  workspace: {
    getConfiguration: () => ({ get: () => ["ludens", "lsp"] }),
    onDidChangeTextDocument: (listener) => (changes.push(listener), nothing),
    onDidCloseTextDocument: () => nothing,
    onDidChangeConfiguration: () => nothing,
  },
  window: {
    activeTextEditor: { document },
    showErrorMessage: async (said) => void errors.push(said),
    showInformationMessage() {},
    createWebviewPanel(kind, title, where, options) {
      const panel = { kind, title, options, webview: { html: "" }, onDidDispose() {}, reveal() {}, dispose() {} };
      panels.push(panel);
      return panel;
    },
  },
  ViewColumn: { Beside: -2 },
};
class LanguageClient {
  constructor(id, name, server) {
    this.server = server;
  }
  async start() {
    starts++;
    if (fails) throw new Error("not found");
  }
  async stop() {}
  async sendRequest(method, params) {
    asked.push([method, params]);
    return { svg: "<svg/>", name: "Hex" };
  }
}

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest));
const extension = require("./extension.js");
const { contributes } = require("../package.json");

test("it starts the server and registers what the package tells", async () => {
  await extension.activate({ subscriptions: [] });
  assert.equal(starts, 1);
  assert.deepEqual([...commands.keys()].sort(), contributes.commands.map(({ command }) => command).sort());
});

test("the board is shown beside the text, once for each", async () => {
  await commands.get("ludens.showBoard")();
  await commands.get("ludens.showBoard")();
  assert.equal(panels.length, 1);
  assert.equal(panels[0].title, "Board: hex.lud");
  assert.equal(panels[0].options.enableScripts, false);
  assert.deepEqual(asked, [["ludens/board", { uri: "file:///games/hex.lud" }]]);
  assert.match(panels[0].webview.html, /data:image\/svg\+xml/);
});

test("it is drawn again a moment after a change", async () => {
  changes[0]({ document });
  changes[0]({ document });
  await new Promise((done) => setTimeout(done, 600));
  assert.equal(asked.length, 2);
});

test("a server that does not start is told, with what brings it", async () => {
  fails = true;
  await commands.get("ludens.restart")();
  assert.match(errors[0], /"ludens lsp" does not start \(not found\)\. pip install/);
  await extension.deactivate();
});
