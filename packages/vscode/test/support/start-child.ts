// Loads and activates the bundle with a fake `vscode` that accepts any call, and reports its side effects. With `--untrusted`, the folder is
// trusted only after the activation.
import dns from "node:dns";
import fs from "node:fs";
import module, { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";

const touched: string[] = [];
const isTrusted = !process.argv.includes("--untrusted");
/** The tools for language models. */
const tools: unknown[] = [];
/** What waits for the trust of the user. */
const waiting: (() => unknown)[] = [];

/** A value that allows any property, call, construction and iteration, to any depth. */
function anything(name: string): unknown {
  const members = new Map<PropertyKey, unknown>();
  const target = class {};
  return new Proxy(target, {
    get(_, key) {
      if (key === "then") return undefined;
      if (key === Symbol.toPrimitive) return () => name;
      if (key === Symbol.iterator) return [][Symbol.iterator];
      if (key === "prototype") return target.prototype;
      // A window without a file and a folder.
      if (key === "textDocuments" || key === "workspaceFolders") return [];
      if (key === "isTrusted") return isTrusted;
      if (!members.has(key)) members.set(key, anything(`${name}.${String(key)}`));
      return members.get(key);
    },
    apply(_, __, [first]: unknown[]) {
      if (name.endsWith("lm.registerTool")) tools.push(first);
      if (name.endsWith("onDidGrantWorkspaceTrust") && typeof first === "function") waiting.push(() => first());
      if (/secrets\.(get|store|delete)|workspace\.fs\.|findFiles|openTextDocument|asExternalUri/.test(name))
        touched.push(name);
      return anything(`${name}()`);
    },
    construct: () => ({ event: () => ({ dispose() {} }), dispose() {}, fire() {} }),
  });
}

const dist = path.resolve(import.meta.dirname, "../../dist");

/** Records each call of an object's functions, except those that load the extension's own code. */
function watch(owner: object, label: string, names: readonly string[]): void {
  for (const name of names) {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== "function") continue;
    Reflect.set(owner, name, (...args: unknown[]) => {
      const [file] = args;
      const isOwn = typeof file === "string" && file.startsWith(dist) && file.endsWith(".cjs");
      if (!isOwn) touched.push(`${label}.${name}`);
      return Reflect.apply(original, owner, args);
    });
  }
}

const types = fs.readFileSync(createRequire(import.meta.url).resolve("@types/vscode/index.d.ts"), "utf8");
const names = [...types.matchAll(/^\texport (?:namespace|class|enum|const|function) (\w+)/gm)].map(
  ([, name = ""]) => name,
);
const vscode = Object.fromEntries(names.map((name) => [name, anything(`vscode.${name}`)]));

const load: unknown = Reflect.get(module, "_load");
Reflect.set(module, "_load", (request: string, ...rest: unknown[]) => {
  if (request === "vscode") return vscode;
  return typeof load === "function" ? Reflect.apply(load, module, [request, ...rest]) : undefined;
});
const began = performance.now();
const extension: { activate(context: unknown): Promise<unknown> } = createRequire(import.meta.url)(
  path.join(dist, "extension.cjs"),
);
const loaded = performance.now();

const context = {
  subscriptions: [],
  extension: { packageJSON: JSON.parse(fs.readFileSync(path.join(dist, "../package.json"), "utf8")) },
  globalStorageUri: { fsPath: path.resolve("storage") },
  workspaceState: { get: () => undefined, update: async () => undefined, keys: () => [] },
};

watch(fs, "fs", [
  "readFile",
  "readFileSync",
  "writeFile",
  "writeFileSync",
  "readdir",
  "readdirSync",
  "stat",
  "statSync",
  "open",
  "openSync",
  "mkdir",
  "mkdirSync",
  "watch",
]);
watch(fs.promises, "fs", ["readFile", "writeFile", "readdir", "stat", "open", "mkdir"]);
watch(net.Socket.prototype, "net", ["connect"]);
watch(net.Server.prototype, "net", ["listen"]);
watch(dns, "dns", ["lookup"]);
watch(globalThis, "globalThis", ["fetch"]);
const globals = {
  globalState: { get: () => undefined, update: async () => undefined, keys: () => [], setKeysForSync() {} },
};
const rest = anything("context");
await extension.activate(
  new Proxy({ ...context, ...globals }, { get: (own, key) => Reflect.get(own, key) ?? Reflect.get(Object(rest), key) }),
);
const activated = performance.now();

// Work that a start defers for a moment counts too.
setTimeout(() => {
  const chunks = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.startsWith(dist));
  const files = chunks.map((file) => path.basename(file));
  const report = { touched, files, tools: [...tools], loadMs: loaded - began, activateMs: activated - loaded };
  for (const begin of waiting) begin();
  process.stdout.write(JSON.stringify({ ...report, toolsOnceTrusted: tools }));
  process.exit(0);
}, 300);
