// Moves the public entries of core and runs to their new names, in a worktree:
//
//   node .ci/move-entries.mjs .            (then: npx biome check --write . && npx tsc -b && npm run build)
//
// To move the whole branch onto a newer main (a rebase of the first commit would conflict): reset to main, run this script, format, commit as
// "Offer core and runs through twenty entries", then take the commits by hand (branches of the repository, each on its own line of work):
//   git cherry-pick manual-B manual-C manual-D manual-F manual-G manual-H manual-I~2 manual-I~1 manual-I manual-J
// .ci/docs/reader.ts needs one change by hand with the first commit: systemClock comes from packages/core/src/basics.ts.
//
// It may run again and again, also after a rebase onto a main that has the new entries: it rewrites each import of an old entry in packages,
// docs and .ci, and adds a name to the new entry that an import needs. What it does not do: prose. If a rebase says that an old index file
// (for example packages/runs/src/history/index.ts) was deleted here and changed by you, delete it and add your export to the new entry below.
import { execSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(process.argv[2] ?? ".");
const at = (file) => path.join(root, file);
const read = (file) => readFileSync(at(file), "utf8");

/** The new entries: their file below src, the old entries that they take, and their first comment. `.` keeps its own. */
const plan = {
  core: {
    ".": { file: "index.ts", from: { "./jobs": "jobs/host.ts", "./jobs/run": "jobs/run/run.ts" } },
    "./basics": {
      file: "basics.ts",
      text: "// Small parts that load nothing else: untrusted text, JSON values and pointers, the clock, addresses, tolerances, canonical parameters.",
      from: {
        "./text": "text/index.ts",
        "./text/bytes": "text/bytes.ts",
        "./text/star-pattern": "text/star-pattern.ts",
        "./text/code-quote": "text/code-quote.ts",
        "./json": "json/index.ts",
        "./json/value": "json/value.ts",
        "./base-url": "service/http/base-url.ts",
        "./results/parse-tolerance": "results/compare/parse-tolerance.ts",
        "./clock": "clock.ts",
      },
    },
    "./client": { file: "client.ts", from: {} },
    "./families": { file: "families/index.ts", from: {} },
    "./families/facts": { file: "families/families.ts", from: {} },
    "./files": {
      file: "files.ts",
      text: "// The files beside the parameter files of a repository: sweeps, checks and the project file. A program without them loads none of it.",
      from: {
        "./parameters/sweeps": "parameters/sweep/index.ts",
        "./checks": "checks/index.ts",
        "./project": "project/index.ts",
      },
    },
    "./parameters": {
      file: "parameters/index.ts",
      from: {
        "./parameters/days": "parameters/dates/days.ts",
        "./parameters/digest": "parameters/digest.ts",
        "./parameters/pin-dates": "parameters/dates/pin-dates.ts",
        "./parameters/refusals": "parameters/refusals/place-refusal.ts",
        "./parameters/resolve-references": "parameters/references/resolve.ts",
        "./parameters/unit-glob": "parameters/globs/unit-glob.ts",
      },
    },
    "./results": {
      file: "results/index.ts",
      from: {
        "./results/arrow-kind": "results/export/arrow/kind.ts",
        "./results/stream": "results/stach/stream/index.ts",
      },
    },
    "./testing": { file: "testing/index.ts", from: { "./spec": "spec/index.ts" } },
  },
  runs: {
    ".": { file: "index.ts", from: {} },
    "./browser": {
      file: "browser.ts",
      text: "// What a host without Node can use: the names of the service, the choice of files, and run folders.",
      from: {
        "./names": "names/index.ts",
        "./provenance-facts": "provenance/provenance-facts.ts",
        "./read-folder": "folder/read-folder.ts",
        "./select-files": "files/select-files.ts",
      },
    },
    "./compared-units": { file: "review/compared-units.ts", from: {} },
    "./files": {
      file: "files/index.ts",
      from: {
        "./contain": "files/contain.ts",
        "./open-file": "files/open-file.ts",
        "./replace": "files/replace.ts",
        "./findings": "host/findings.ts",
      },
    },
    "./history": { file: "history/index.ts", from: {} },
    "./host": {
      file: "host/index.ts",
      from: {
        "./format": "host/format.ts",
        "./signals": "host/signals.ts",
        "./stop": "host/stop.ts",
        "./system-reason": "files/system-reason.ts",
        "./user-error": "user-error.ts",
      },
    },
    "./project": { file: "project/index.ts", from: { "./git": "git/index.ts", "./plan": "plan/index.ts" } },
    "./review": {
      file: "review/index.ts",
      from: {
        "./checks": "checks/index.ts",
        "./read-stored": "folder/results/read-stored.ts",
        "./inspect": "folder/results/inspect.ts",
        "./csv": "folder/results/table-files.ts",
        "./reproduce": "reproduce/index.ts",
        "./find-provenance": "provenance/index.ts",
      },
    },
    "./run": {
      file: "run.ts",
      text: "// What runs parameter files until the first request. A program can load the rest while it waits for the answer.",
      from: { "./start": "folder/start-run.ts", "./network": "network/index.ts", "./lock-sweep": "sweep/lock-sweep.ts" },
    },
    "./tools": { file: "tools/index.ts", from: {} },
  },
};

/** Names that are in several old entries, or belong elsewhere than the rest of their old entry: their one entry. */
const moved = {
  core: {
    "./families/facts": ["families", "isFamilyId", "familyIds"],
    // Nobody imports it.
    none: ["advance"],
    "./basics": ["Clock", "sleep", "systemClock", "parseTolerance", "tolerancesText", "canonicalText", "canonicalUnit", "arrowKind", "ArrowKind"],
  },
  runs: {
    "./run": ["nodeFetch", "limitHeapGrowth"],
    "./host": ["UserError", "userLines", "ErrorAction"],
    "./files": ["replaceFile", "linkOutOf", "pathFrom"],
    "./browser": ["selectFiles", "SelectedFiles", "Selection"],
    "./compared-units": ["ReviewOutcome", "UnitReview"],
  },
};

const NAME = { core: "@analytics-engines/core", runs: "@analytics-engines/runs" };
const git = (command) => execSync(`git -C ${root} ${command}`, { encoding: "utf8", maxBuffer: 1e8 }).split("\n").filter(Boolean);

/** Whether an old entry has only exports of other files, so that the new one replaces it. */
const isIndex = (file) => /index\.ts$|(start-run|read-folder|jobs\/host)\.ts$/.test(file);

/** The statements `export … from` of a text, as { names: [{ name, type }], all: "*" | "type *", from }. */
function exportsOf(text) {
  return [...text.matchAll(/^export\s+(type\s+)?(?:\{([^}]*)\}|\*)\s+from\s+"([^"]+)";\n?/gm)].map(
    ([whole, type, list, from]) => ({
      whole,
      from,
      all: list === undefined ? (type ? "type *" : "*") : undefined,
      names: namesOf(list ?? "", Boolean(type)),
    }),
  );
}

function namesOf(list, areTypes) {
  return list
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => ({ name: each.replace(/^type\s+/, ""), type: areTypes || /^type\s/.test(each) }));
}

const bare = (name) => name.replace(/^.* as /, "");

/** Where an import of a name goes: the specifier of the new entry. Undefined for what is no old or new entry. */
function targetOf(pkg, entry, name) {
  const special = Object.entries(moved[pkg]).find(([, names]) => names.includes(name));
  if (special !== undefined) return special[0];
  if (entry in plan[pkg]) return entry;
  return Object.entries(plan[pkg]).find(([, { from }]) => entry in from)?.[0];
}

const specifierOf = (pkg, entry) => NAME[pkg] + entry.slice(1);
/** The file that an old entry took a name from; for an index, the file that the index names. */
const sources = { core: new Map(), runs: new Map() };
/** The names that imports need, as `entry → name → { type }`. */
const needed = { core: new Map(), runs: new Map() };

function need(pkg, entry, name, type, oldEntry) {
  const names = needed[pkg].get(entry) ?? needed[pkg].set(entry, new Map()).get(entry);
  const before = names.get(name);
  names.set(name, { type: before === undefined ? type : before.type && type, oldEntry: before?.oldEntry ?? oldEntry });
}

/** Rewrites the imports of a text, and merges imports of the same entry that follow each other. */
function rewrite(text) {
  const statement =
    /^([ \t]*(?:\*[ \t]+|\/\/[ \t]+)?)(import|export)([ \t]+type)?[ \t]+\{([^}]*)\}[ \t]+from[ \t]+"@analytics-engines\/(core|runs)((?:\/[\w/-]+)?)";[ \t]*\n/gm;
  const groups = [];
  let out = text.replace(statement, (whole, indent, keyword, type, list, pkg, tail, offset) => {
    const entry = `.${tail}`;
    const lists = new Map();
    const clean = list.replaceAll(/\n[ \t]*\*[ \t]?/g, "\n");
    for (const { name, type: one } of namesOf(clean, Boolean(type))) {
      const original = name.replace(/ as .*$/, "");
      const to = targetOf(pkg, entry, original);
      if (to === undefined) return whole;
      need(pkg, to, original, one, entry);
      (lists.get(to) ?? lists.set(to, []).get(to)).push({ name, type: one });
    }
    groups.push(offset);
    return [...lists]
      .map(([to, names]) => `${indent}${keyword} ${JSON.stringify({ names })} from "${specifierOf(pkg, to)}";\n`)
      .join("");
  });
  // One statement for each entry: the first one takes the names of all, within the same indent.
  const marked = /^([ \t]*(?:\*[ \t]+|\/\/[ \t]+)?)(import|export) (\{"names":\[.*?\]\}) from "([^"]+)";\n/gm;
  const merged = new Map();
  const keyOf = (indent, keyword, from, offset) =>
    // In comments and Markdown, only statements of the same block are one.
    `${indent}|${keyword}|${from}|${indent.trim() === "" && !/```/.test(out) ? "" : blockOf(out, offset)}`;
  for (const [, indent, keyword, json, from, ..._] of out.matchAll(marked)) void [indent, keyword, json, from];
  for (const match of out.matchAll(marked)) {
    const [, indent, keyword, json, from] = match;
    const key = keyOf(indent, keyword, from, match.index);
    const names = merged.get(key) ?? merged.set(key, []).get(key);
    for (const each of JSON.parse(json).names) {
      const same = names.find(({ name }) => name === each.name);
      if (same === undefined) names.push({ ...each });
      else same.type &&= each.type;
    }
  }
  const written = new Set();
  const before = out;
  out = out.replace(marked, (_, indent, keyword, _json, from, offset) => {
    const key = `${indent}|${keyword}|${from}|${indent.trim() === "" && !/```/.test(before) ? "" : blockOf(before, offset)}`;
    if (written.has(key)) return "";
    written.add(key);
    const names = merged.get(key).sort((a, b) => compareNames(a.name, b.name));
    const types = names.every(({ type }) => type);
    const list = names.map(({ name, type }) => (type && !types ? `type ${name}` : name)).join(", ");
    return `${indent}${keyword}${types ? " type" : ""} { ${list} } from "${from}";\n`;
  });
  // import("…") and the like: the entry that holds most.
  return out.replace(
    /(["`])@analytics-engines\/(core|runs)\/([\w/-]+)(["`])/g,
    (whole, open, pkg, tail, close) => {
      const to = targetOf(pkg, `./${tail}`, "");
      return to === undefined ? whole : `${open}${specifierOf(pkg, to)}${close}`;
    },
  );
}

/** What tells the blocks of code in a comment or in Markdown apart: the number of fences before. */
function blockOf(text, offset) {
  return text.slice(0, offset).split("```").length;
}

function compareNames(a, b) {
  return a.localeCompare(b, "en", { sensitivity: "base", numeric: true }) || (a < b ? 1 : -1);
}

/** `const { a, b } = await import("…")` of an entry whose names went to different entries is for people: name them. */
const dynamic = /\{([^{}]*)\}\s*=\s*await import\(\s*"@analytics-engines\/(core|runs)((?:\/[\w/-]+)?)"\)/g;

for (const pkg of ["core", "runs"]) {
  const src = `packages/${pkg}/src`;
  for (const [entry, { file, from }] of Object.entries(plan[pkg])) {
    for (const [old, source] of [[entry, file], ...Object.entries(from)]) {
      const full = `${src}/${source}`;
      if (!existsSync(at(full))) continue;
      for (const { names, from: target } of exportsOf(read(full)))
        for (const { name } of names)
          sources[pkg].set(`${old} ${bare(name)}`, path.posix.join(path.posix.dirname(full), target));
      if (!isIndex(source)) sources[pkg].set(old, full);
    }
  }
}

const files = git("ls-files -co --exclude-standard packages docs .ci biome.json").filter(
  (file) => /\.(ts|tsx|mjs|md|json)$/.test(file) && !/CHANGELOG|\.snap$|package\.json$/.test(file) && existsSync(at(file)),
);
for (const file of files) {
  const text = read(file);
  if (!text.includes("@analytics-engines/")) continue;
  for (const [whole, list, pkg, tail] of text.matchAll(dynamic)) {
    const to = new Set(list.split(",").map((name) => targetOf(pkg, `.${tail}`, name.replace(/:.*/, "").trim())));
    if (!to.has(undefined) && (to.size > 1 || ![...to].every((each) => each === `.${tail}` || each === targetOf(pkg, `.${tail}`, ""))))
      console.log(`LOOK  ${file}: ${whole} → ${[...to].join(", ")}`);
  }
  const after = rewrite(text);
  if (after !== text) writeFileSync(at(file), after);
}

for (const pkg of ["core", "runs"]) {
  const src = `packages/${pkg}/src`;
  const gone = [];
  for (const [entry, { file, text, from }] of Object.entries(plan[pkg])) {
    const full = `${src}/${file}`;
    const own = existsSync(at(full)) ? read(full) : `${text}\n`;
    const lists = new Map();
    const add = (target, name, type) => {
      const names = lists.get(target) ?? lists.set(target, new Map()).get(target);
      names.set(name, (names.get(name) ?? true) && type);
    };
    const isElsewhere = (name) => Object.entries(moved[pkg]).some(([to, names]) => to !== entry && names.includes(name));
    const take = (of, source, isOwn) => {
      for (const { names, from: target } of exportsOf(of)) {
        const absolute = path.posix.join(path.posix.dirname(`${src}/${source}`), target);
        for (const { name, type } of names) if (!isElsewhere(bare(name))) add(absolute, name, type);
      }
    };
    if (file.endsWith("families.ts") && file.includes("/")) continue;
    take(own, file, true);
    for (const [old, source] of Object.entries(from)) {
      const oldFile = `${src}/${source}`;
      if (!existsSync(at(oldFile))) continue;
      if (!isIndex(source)) {
        // The types of a file, so that declarations of other packages can name them.
        for (const [, name] of read(oldFile).matchAll(/^export (?:interface|type) (\w+)/gm))
          if (!isElsewhere(name)) add(oldFile, name, true);
        continue;
      }
      const oldText = read(oldFile);
      const rest = exportsOf(oldText).filter(({ all }) => all !== undefined);
      take(oldText, source, false);
      for (const { from: target } of rest) {
        const absolute = path.posix.join(path.posix.dirname(oldFile), target);
        for (const [, type, name] of read(absolute).matchAll(
          /^export (?:async )?(?:(interface|type)|const|function|class) (\w+)/gm,
        ))
          if (!isElsewhere(name)) add(absolute, name, Boolean(type));
      }
      gone.push(oldFile);
    }
    const known = new Set([...lists.values()].flatMap((names) => [...names.keys()].map(bare)));
    const stars = exportsOf(own).filter(({ all }) => all !== undefined);
    const declared = new Set([...own.matchAll(/^export (?:const|function|interface|type|class|async function) (\w+)/gm)].map(([, name]) => name));
    for (const { from: target } of stars)
      for (const [, name] of read(path.posix.join(path.posix.dirname(full), target)).matchAll(
        /^export (?:async )?(?:interface|type|const|function|class) (\w+)/gm,
      ))
        declared.add(name);
    for (const [name, { type, oldEntry }] of needed[pkg].get(entry) ?? []) {
      if (known.has(name) || declared.has(name) || stars.some(({ all }) => all === "type *") && type) continue;
      const source = sources[pkg].get(`${oldEntry} ${name}`) ?? sources[pkg].get(oldEntry) ?? find(pkg, name);
      if (source === undefined) console.log(`LOOK  ${entry} of ${pkg} needs ${name}, which ${oldEntry} had`);
      else add(source, name, type);
    }
    let body = own;
    for (const { whole, all } of exportsOf(own)) if (all === undefined) body = body.replace(whole, "");
    const lines = [...lists]
      .filter(([, names]) => names.size > 0)
      .map(([target, names]) => {
        let relative = path.posix.relative(path.posix.dirname(full), target);
        if (!relative.startsWith(".")) relative = `./${relative}`;
        const sorted = [...names].sort(([a], [b]) => compareNames(a, b));
        const types = sorted.every(([, type]) => type);
        const list = sorted.map(([name, type]) => (type && !types ? `type ${name}` : name)).join(", ");
        return [relative, `export ${types ? "type " : ""}{ ${list} } from "${relative}";`];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, line]) => line);
    const first = exportsOf(own)[0];
    const place = first === undefined ? body.length : own.indexOf(first.whole);
    const result = `${body.slice(0, place)}${lines.join("\n")}\n${body.slice(place)}`.replaceAll(/\n{3,}/g, "\n\n");
    if (result !== own) writeFileSync(at(full), result);
  }
  const users = git(`ls-files packages/${pkg} .ci`).filter((file) => file.endsWith(".ts") && existsSync(at(file)));
  for (const oldFile of gone) {
    const parts = exportsOf(read(oldFile));
    for (const file of users) {
      if (file === oldFile || gone.includes(file)) continue;
      const text = read(file);
      const after = text.replace(/^import( type)? \{([^}]*)\} from "(\.[^"]+)";\n/gm, (whole, type, list, target) => {
        if (path.posix.join(path.posix.dirname(file), target) !== oldFile) return whole;
        return namesOf(list, Boolean(type))
          .map(({ name, type: one }) => {
            const part = parts.find(({ names, all }) => all !== undefined || names.some((each) => bare(each.name) === name));
            if (part === undefined) throw new Error(`${file} needs ${name} of ${oldFile}`);
            // Other folders import the entry; the package itself imports the file.
            const entry = Object.values(plan[pkg]).find(({ from }) => Object.values(from).some((each) => `${src}/${each}` === oldFile));
            const target = file.startsWith(".ci/") ? `${src}/${entry.file}` : path.posix.join(path.posix.dirname(oldFile), part.from);
            let relative = path.posix.relative(path.posix.dirname(file), target);
            if (!relative.startsWith(".")) relative = `./${relative}`;
            return `import ${one ? "type " : ""}{ ${name} } from "${relative}";\n`;
          })
          .join("");
      });
      if (after !== text) writeFileSync(at(file), after);
    }
  }
  for (const oldFile of gone) rmSync(at(oldFile));
  const manifestFile = `packages/${pkg}/package.json`;
  const manifest = JSON.parse(read(manifestFile));
  const schemas = manifest.exports["./schemas/*"];
  manifest.exports = Object.fromEntries([
    ...Object.entries(plan[pkg]).map(([entry, { file }]) => {
      const js = file.replace(/\.ts$/, "");
      return [entry, { source: `./src/${file}`, types: `./dist/${js}.d.ts`, default: `./dist/${js}.js` }];
    }),
    ...(schemas === undefined ? [] : [["./schemas/*", schemas]]),
  ]);
  writeFileSync(at(manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The file of a package that declares a name. */
function find(pkg, name) {
  return git(`grep -lE "^export (async )?(const|function|class|interface|type) ${name}\\b" -- packages/${pkg}/src`)[0];
}
