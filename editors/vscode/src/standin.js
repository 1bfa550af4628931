// What tests take for VS Code: enough of it for the extension and for the library of its language client.

const { spawn } = require("node:child_process");
const Module = require("node:module");

const nothing = { dispose() {} };

/** Something that can be called, made and asked for anything; what is in `own` is as it is there. */
function anything(name, own = {}) {
  return new Proxy(Object.assign(function () {}, own), {
    get(target, key) {
      if (key in target || key === "then") return target[key];
      if (typeof key === "symbol") return key === Symbol.toPrimitive ? () => name : undefined;
      return (target[key] = /^on[A-Z]/.test(key) ? () => nothing : anything(`${name}.${key}`));
    },
    apply: () => anything(`${name}()`, nothing),
    construct: () => anything(`new ${name}`, nothing),
  });
}

class EventEmitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => (this.listeners.push(listener), nothing);
  }
  fire(event) {
    for (const listener of this.listeners) listener(event);
  }
  dispose() {}
}

class CancellationTokenSource {
  constructor() {
    this.token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
  }
  cancel() {}
  dispose() {}
}

/** A language client that knows how messages are framed, and nothing else. */
function client(document) {
  return class LanguageClient {
    constructor(id, name, { command, args }) {
      Object.assign(this, { command, args, waiting: new Map(), number: 0, data: Buffer.alloc(0) });
    }
    async start() {
      this.process = spawn(this.command, this.args, { stdio: ["pipe", "pipe", "inherit"] });
      const failed = new Promise((done, fail) => this.process.on("error", fail));
      this.process.stdout.on("data", (data) => this.read(data));
      await Promise.race([failed, this.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} })]);
      this.send({ method: "initialized", params: {} });
      const textDocument = { uri: document.uri.toString(), languageId: "lud", version: 1, text: document.getText() };
      this.send({ method: "textDocument/didOpen", params: { textDocument } });
    }
    async stop() {
      await this.sendRequest("shutdown", null);
      this.send({ method: "exit" });
      this.process.stdin.end();
    }
    sendRequest(method, params) {
      const id = ++this.number;
      this.send({ id, method, params });
      return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
    }
    send(message) {
      const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
      this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    }
    read(data) {
      this.data = Buffer.concat([this.data, data]);
      for (;;) {
        const end = this.data.indexOf("\r\n\r\n");
        const length = end < 0 ? NaN : Number(/Content-Length: (\d+)/i.exec(this.data.toString("utf8", 0, end))[1]);
        if (!(this.data.length >= end + 4 + length)) return;
        const message = JSON.parse(this.data.toString("utf8", end + 4, end + 4 + length));
        this.data = this.data.subarray(end + 4 + length);
        const waiting = message.method ? undefined : this.waiting.get(message.id);
        if (waiting) message.error ? waiting.fail(new Error(message.error.message)) : waiting.done(message.result);
      }
    }
  };
}

/** An editor in which one description is open: `told` has the commands, panels and errors of the extension. */
function editor(text, command) {
  const uri = { scheme: "file", path: "/games/mine.lud", fsPath: "/games/mine.lud", toString: () => "file:///games/mine.lud" };
  const document = { languageId: "lud", version: 1, uri, isUntitled: false, isClosed: false, getText: () => text };
  const told = { commands: new Map(), panels: [], errors: [] };
  const channel = { append() {}, appendLine() {}, show() {}, dispose() {}, error: (said) => told.errors.push(String(said)) };
  const configuration = { get: (key, otherwise) => (key === "command" ? command : otherwise) };
  const vscode = anything("vscode", {
    EventEmitter,
    CancellationTokenSource,
    version: "1.82.0",
    env: { language: "en", appName: "a stand-in" },
    ViewColumn: { Beside: -2 },
    commands: anything("commands", {
      registerCommand: (name, run) => (told.commands.set(name, run), nothing),
      getCommands: async () => [],
    }),
    workspace: anything("workspace", { getConfiguration: () => configuration, textDocuments: [document], workspaceFolders: undefined }),
    languages: anything("languages", { match: () => 10 }),
    window: anything("window", {
      activeTextEditor: { document },
      visibleTextEditors: [],
      tabGroups: { all: [], onDidChangeTabs: () => nothing, onDidChangeTabGroups: () => nothing },
      createOutputChannel: () => channel,
      showErrorMessage: async (said) => void told.errors.push(said),
      createWebviewPanel(kind, title) {
        const panel = { kind, title, webview: { html: "" }, onDidDispose() {}, reveal() {}, dispose() {} };
        told.panels.push(panel);
        return panel;
      },
    }),
  });
  const modules = { vscode, "vscode-languageclient/node": { LanguageClient: client(document) } };
  const load = Module._load;
  Module._load = (name, ...rest) => modules[name] ?? load(name, ...rest);
  return told;
}

module.exports = { editor };
