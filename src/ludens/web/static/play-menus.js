// What stands above the board of a table: rules, players, a menu, a new game.

import { announce, button, dialog, h, menu, toast } from "./dom.js";
import { playersForm } from "./opponents.js";
import { showRules } from "./play-rules.js";
import { copy, copyGame, movesAsText, pictureOf, save } from "./play-share.js";
import { Client } from "./protocol.js";
import { showKeys } from "./shortcuts.js";
import { gameDialog } from "./start.js";
import { gameName, t } from "./words.js";

export class Menus {
  /** `connection()` is that of the table `id`, `board()` its board, `agents()` those that play its game. */
  constructor({ app, id, connection, board, agents }) {
    Object.assign(this, { app, id, connection, board, agents });
    const quiet = (words, name, action, more) => button(words, { icon: name, quiet: true, ...more }, action);
    this.openInput = h("input", { type: "file", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true", accept: ".trl,.txt,text/plain" });
    this.openInput.addEventListener("change", () => this.#openFile());
    this.rulesButton = quiet(t`Rules`, "rules", () => showRules(this.id, this.connection().table.game));
    this.moreButton = quiet(t`More`, "more", () => this.#more(), { "aria-haspopup": "dialog" });
    this.newButton = button(t`New game`, { icon: "plus", class: "btn btn-new", "aria-keyshortcuts": "N" }, () => this.#newGame());
    this.playersButton = quiet(t`Players`, "people", () => this.#choosePlayers());
    this.element = h("div", { class: "head-buttons" }, this.rulesButton, this.playersButton, this.moreButton, this.openInput, this.newButton);
  }

  /** The table has this game. */
  sitDown({ game }) {
    this.rulesButton.hidden = !(game.rules?.length || game.description);
  }

  /** At a table of several people the host alone says who plays, and begins anew, while no game goes on. */
  share(people, position) {
    const idle = people.host && (position.over || position.ply === 0);
    this.playersButton.hidden = this.newButton.hidden = !idle;
  }

  #more() {
    const { table, people, position } = this.connection();
    if (!table) return;
    const { game } = table;
    const trial = `/api/tables/${encodeURIComponent(this.id)}/trial`;
    menu(t`More`, this.moreButton, [
      [t`Save the game`, "save", () => h("a", { href: trial, download: "" }).click()],
      ...(game.hidden ? [] : game.files).map((form) => [t`Save as ${form.toUpperCase()}`, "save", () => h("a", { href: `${trial}?form=${form}`, download: "" }).click()]),
      [t`Open a saved game`, "open", () => this.openInput.click()],
      (!people || position.over) && [t`Analyse this game`, "chart", () => this.analyse()],
      [t`Copy the moves`, "copy", () => copy(movesAsText(this.connection().history, game.between), t`The list of moves is on the clipboard.`)],
      [t`Copy the game as text`, "copy", () => copyGame(trial)],
      !people && [t`Copy the link`, "link", () => copy(location.href, t`The link is on the clipboard.`)],
      [t`Save a picture`, "picture", () => save(`${game.name}.svg`, "image/svg+xml", pictureOf(this.board()))],
      game.library && [t`Look at the description`, "pencil", () => this.app.navigate(`/design?game=${encodeURIComponent(game.library)}`)],
      [t`Keys`, "keys", showKeys],
    ]);
  }

  /** Go to a study of the game so far. */
  analyse() {
    return this.app.openStudy({ table: this.id }).catch((error) => toast(error.message, "error"));
  }

  #choosePlayers() {
    const { table } = this.connection();
    if (!table) return;
    const form = playersForm(table.seats.map(({ label }) => label), table.seats.map(({ who }) => who), this.agents());
    const apply = async () => {
      try {
        await this.connection().send({ type: Client.SEATS, players: form.value() });
        box.close();
      } catch (error) {
        toast(error.message, "error");
      }
    };
    const box = dialog(t`Players`, form.element, [button(t`Cancel`, {}, () => box.close()), button(t`Apply`, { class: "btn btn-primary", icon: "check" }, apply)]);
  }

  #newGame() {
    const { table } = this.connection();
    if (!table) return;
    const { game, seats } = table;
    const about = { players: seats.length, seats: seats.map(({ who }) => who), labels: seats.map(({ label }) => label), options: game.options, rulesets: game.rulesets, chance: game.chance };
    gameDialog(about, this.agents(), t`New game of ${gameName(game.name)}`, t`Start|a game`, async (chosen) => {
      try {
        await this.connection().send({ type: Client.NEW, ...chosen });
        announce(t`A new game has begun.`);
      } catch (error) {
        toast(error.message, "error");
        throw error;
      }
    });
  }

  async #openFile() {
    const [file] = this.openInput.files;
    this.openInput.value = "";
    if (file) await this.app.openTrial(await file.text()).catch(() => {});
  }
}
