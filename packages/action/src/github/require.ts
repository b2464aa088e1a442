// The artifact client and the proxy client are CommonJS in the bundle, and load Node's modules with `require`, which an ES module does not
// have. Every module that can load them imports this one. `createRequire` of `node:module` would add a millisecond to every start.
function require(name: string): unknown {
  const module = process.getBuiltinModule(name);
  if (module !== undefined) return module;
  throw Object.assign(new Error(`Node has no module ${name}.`), { code: "MODULE_NOT_FOUND" });
}

Object.assign(globalThis, { require });
