// Takes the place of the package style-mod: the same classes, but their rules go into style sheets that the document
// adopts. A <style> element, as the package makes it, is what the page's content security policy forbids.

import { StyleModule as Rules } from "./node_modules/style-mod/src/style-mod.js";

const sheets = new Map();
let order = [];

function sheetOf(module) {
  if (!sheets.has(module)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(module.getRules());
    sheets.set(module, sheet);
  }
  return sheets.get(module);
}

export class StyleModule extends Rules {
  /** Let the rules of these modules hold in a document; later ones win over earlier ones. */
  static mount(root, modules) {
    const asked = Array.isArray(modules) ? modules : [modules];
    order = [...order.filter((module) => !asked.includes(module)), ...asked];
    const document = root.ownerDocument ?? root;
    const others = document.adoptedStyleSheets.filter((sheet) => ![...sheets.values()].includes(sheet));
    document.adoptedStyleSheets = [...order.map(sheetOf), ...others];
  }
}
