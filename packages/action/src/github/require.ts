// The artifact client and the proxy client are CommonJS inside of the bundle and ask for Node's own modules with `require`, which an
// ES module does not have. To be imported by what may load them. One of `node:module` would take a millisecond of every start.
function require(name: string): unknown {
  const found = process.getBuiltinModule(name);
  if (found !== undefined) return found;
  throw Object.assign(new Error(`Node has no module ${name}.`), { code: "MODULE_NOT_FOUND" });
}

Object.assign(globalThis, { require });
