/** Whether this is Node. Not by `navigator`, which is undefined in the extension host of VS Code, which is Node. */
export const isNode = "process" in globalThis && typeof process.versions?.node === "string";

/** Node's own compression; `undefined` in browsers and in the first versions of Node 22, which cannot load a module without an import. */
export function nodeZlib() {
  return isNode ? process.getBuiltinModule?.("node:zlib") : undefined;
}

/** Node's own channels, on which its fetch says what it does. */
export function nodeChannels() {
  return isNode ? process.getBuiltinModule?.("node:diagnostics_channel") : undefined;
}
