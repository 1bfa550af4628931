// Bundle what codemirror.js names into ../static/vendor/codemirror.js, and the licences of what went into it beside.

import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const TARGET = "../static/vendor/codemirror";

const styles = { name: "styles", setup: (bundle) => bundle.onResolve({ filter: /^style-mod$/ }, () => ({ path: `${import.meta.dirname}/style-mod.js` })) };

const { metafile, outputFiles } = await build({
  entryPoints: ["codemirror.js"],
  bundle: true,
  format: "esm",
  legalComments: "none",
  metafile: true,
  minify: true,
  plugins: [styles],
  target: "es2022",
  write: false,
});

const used = new Set(Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
const packages = [...used].sort().map((name) => {
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return { named: `${name} ${version}`, license, text: readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim() };
});

const head = `// ${packages.map(({ named }) => named).join(", ")}; their licences: codemirror.licences.txt. Made by src/ludens/web/vendor.\n`;
writeFileSync(`${TARGET}.js`, head + outputFiles[0].text);
writeFileSync(
  `${TARGET}.licences.txt`,
  packages.map(({ named, license, text }) => `${named} (${license})\n\n${text}\n`).join(`\n${"-".repeat(72)}\n\n`),
);
