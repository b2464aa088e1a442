// Preloaded into a process: notes when fetch is called for the first time, milliseconds since 1970, in the file named by FETCH_FILE.
// An import of node:fs would load what the process itself may do without, such as its streams.
const { writeFileSync } = process.getBuiltinModule("node:fs");
const { fetch } = globalThis;
globalThis.fetch = (...given) => {
  const called = performance.timeOrigin + performance.now();
  globalThis.fetch = fetch;
  writeFileSync(process.env.FETCH_FILE, JSON.stringify({ called }));
  return fetch(...given);
};
