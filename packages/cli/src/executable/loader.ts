import { pathToFileURL } from "node:url";
import { Script } from "node:vm";

/** A module of the command, as the body of a CommonJS module. */
export interface ModuleSource {
  readonly text: string;
  /** What V8 made of the text, for a faster start. V8 compiles the text if it is from another version. */
  readonly compiled?: Uint8Array | undefined;
}

export interface Loader {
  /** The exports of a module. It is compiled and run the first time. */
  load(name: string): object;
  /** The modules that were loaded. */
  readonly scripts: ReadonlyMap<string, Script>;
}

/** Loads the modules of the command, which import each other as `./NAME`; `requireBuiltin` loads those of Node. */
export function createLoader(
  readSource: (name: string) => ModuleSource,
  requireBuiltin: (name: string) => unknown,
): Loader {
  const scripts = new Map<string, Script>();
  const modules = new Map<string, { readonly exports: object }>();
  const importMetaUrl = pathToFileURL(process.execPath).href;
  const requireModule = (name: string) => (name.startsWith("./") ? load(name.slice(2)) : requireBuiltin(name));
  return { load, scripts };

  function load(name: string): object {
    const before = modules.get(name);
    if (before !== undefined) return before.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const { text, compiled } = readSource(name);
    const script = new Script(`(function (exports, require, module, importMetaUrl) {${text}\n})`, {
      filename: name,
      cachedData: compiled,
    });
    scripts.set(name, script);
    script.runInThisContext().call(undefined, module.exports, requireModule, module, importMetaUrl);
    return module.exports;
  }
}

/** Runs the command line of the process with the modules of a loader. */
export async function runWith({ load }: Loader): Promise<void> {
  const command = load("command.js");
  if (!("runCommandLine" in command) || typeof command.runCommandLine !== "function")
    throw new Error("command.js has no command. Build the executable again.");
  await command.runCommandLine();
}
