// Preloaded into a process: writes the time of the first call of fetch, in milliseconds since 1970, to the file that FETCH_FILE names.
// An import of node:fs would load modules, such as streams, that the process itself may never load.
const { writeFileSync } = process.getBuiltinModule("node:fs");
const { fetch } = globalThis;
globalThis.fetch = (...given) => {
  const called = performance.timeOrigin + performance.now();
  globalThis.fetch = fetch;
  writeFileSync(process.env.FETCH_FILE, JSON.stringify({ called }));
  return fetch(...given);
};
