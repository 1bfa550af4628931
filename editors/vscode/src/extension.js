// Starts `ludens lsp` for descriptions, and shows the board beside the text.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { page } = require("./board.js");

const PAUSE = 400;

/** The language server's client, while it runs. */
let client;

async function activate(context) {
  const boards = new Boards();
  context.subscriptions.push(
    boards,
    vscode.commands.registerCommand("ludens.showBoard", () => boards.show(vscode.window.activeTextEditor?.document)),
    vscode.commands.registerCommand("ludens.restart", restart),
    vscode.workspace.onDidChangeTextDocument(({ document }) => boards.changed(document)),
    vscode.workspace.onDidCloseTextDocument((document) => boards.closed(document)),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("ludens") && restart()),
  );
  await start();
}

async function deactivate() {
  await client?.stop();
}

async function restart() {
  await client?.stop().catch(() => {});
  await start();
}

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("ludens").get("command");
  const options = { documentSelector: [{ language: "lud" }] };
  client = new LanguageClient("ludens", "ludens", { command, args }, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const settings = "Open the setting";
    const said = `"${[command, ...args].join(" ")}" does not start (${error.message}). pip install 'ludens[lsp]' brings it.`;
    const chosen = await vscode.window.showErrorMessage(said, settings);
    if (chosen) vscode.commands.executeCommand("workbench.action.openSettings", "ludens.command");
  }
}

/** The panels with boards, one for each description. */
class Boards {
  constructor() {
    this.panels = new Map();
  }

  dispose() {
    for (const { panel } of this.panels.values()) panel.dispose();
  }

  show(document) {
    if (document?.languageId !== "lud") return vscode.window.showInformationMessage("Open a .lud description first.");
    const uri = document.uri.toString();
    const open = this.panels.get(uri);
    if (open) return open.panel.reveal(undefined, true);
    const name = document.uri.path.split("/").pop();
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("ludens.board", `Board: ${name}`, beside, { enableScripts: false });
    this.panels.set(uri, { panel, svg: "", turn: 0, timer: undefined });
    panel.onDidDispose(() => this.panels.delete(uri));
    return this.draw(uri);
  }

  changed(document) {
    const open = this.panels.get(document.uri.toString());
    if (!open) return;
    clearTimeout(open.timer);
    open.timer = setTimeout(() => this.draw(document.uri.toString()), PAUSE);
  }

  closed(document) {
    this.panels.get(document.uri.toString())?.panel.dispose();
  }

  async draw(uri) {
    const open = this.panels.get(uri);
    if (!open) return;
    const turn = ++open.turn;
    const answer = await asked(uri);
    if (turn !== open.turn || !this.panels.has(uri)) return;
    open.panel.webview.html = page(answer, open.svg);
    open.svg = answer.svg || open.svg;
  }
}

async function asked(uri) {
  if (!client) return { error: "The language server does not run." };
  try {
    return await client.sendRequest("ludens/board", { uri });
  } catch (error) {
    return { error: error.message };
  }
}

module.exports = { activate, deactivate };
