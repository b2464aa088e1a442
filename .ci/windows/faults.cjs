// Loaded before a program (node -r): calls of the file system fail as they do on Windows while another program has a file open. FAULTS is JSON:
// { calls, path, code, times or ms, appendOnly, everyNumberLives }. The first calls on each path that matches fail, so many times or for so many milliseconds.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const { calls = [], path = ".", code = "EPERM", times = 0, ms = 0, ...rules } = JSON.parse(process.env.FAULTS);
const pattern = new RegExp(path, "i");
const firstCalls = new Map();

/** The error of a call, if it fails now. */
function faultOf(call, args) {
  const paths = args.filter((value) => typeof value === "string").join(" ");
  if (!pattern.test(paths)) return undefined;
  const key = `${call} ${paths}`;
  const first = firstCalls.get(key) ?? { count: 0, at: Date.now() };
  firstCalls.set(key, first);
  first.count += 1;
  if (ms > 0 ? Date.now() - first.at >= ms : first.count > times) return undefined;
  return failure(call, `${code}: operation not permitted, ${call} '${paths}'`);
}

function failure(call, message) {
  return Object.assign(new Error(message), { code: message.split(":")[0], syscall: call });
}

for (const call of calls) {
  const { [`${call}Sync`]: now, [call]: later } = fs;
  const { [call]: promised } = fs.promises;
  fs[`${call}Sync`] = (...args) => {
    const fault = faultOf(call, args);
    if (fault) throw fault;
    return now(...args);
  };
  fs[call] = (...args) => {
    const fault = faultOf(call, args);
    if (fault) setImmediate(() => args.at(-1)(fault));
    else later(...args);
  };
  fs.promises[call] = async (...args) => {
    const fault = faultOf(call, args);
    if (fault) throw fault;
    return promised(...args);
  };
}

// Wine cuts a file through a handle that appends to it, and Windows does not.
if (rules.appendOnly) {
  const { open } = fs.promises;
  fs.promises.open = async (file, flags, mode) => {
    const handle = await open(file, flags, mode);
    if (typeof flags === "number" && (flags & fs.constants.O_APPEND) !== 0)
      handle.truncate = async () => {
        throw failure("ftruncate", "EPERM: operation not permitted, ftruncate");
      };
    return handle;
  };
}
if (rules.everyNumberLives) process.kill = () => true;
syncBuiltinESMExports();
