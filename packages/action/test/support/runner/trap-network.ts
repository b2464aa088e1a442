// Preloaded into the built action (`--import`): everything that could leave the machine, listen or start another program tells so on
// standard error, and fails.
import { writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

function trap(owner: object, ...names: string[]): void {
  for (const name of names) {
    if (!(name in owner)) throw new Error(`There is no ${name} to trap`);
    const trapped = () => {
      writeSync(2, `network: ${name}\n`);
      throw new Error(`${name} was called`);
    };
    Object.defineProperty(owner, name, { value: trapped, configurable: true, writable: true });
  }
}

const [net, dns, dgram, processes, threads] = [
  process.getBuiltinModule("node:net"),
  process.getBuiltinModule("node:dns"),
  process.getBuiltinModule("node:dgram"),
  process.getBuiltinModule("node:child_process"),
  process.getBuiltinModule("node:worker_threads"),
];
trap(net.Socket.prototype, "connect");
trap(net.Server.prototype, "listen");
trap(dns, "lookup", "resolve", "resolve4", "resolve6", "resolveTxt");
trap(dns.promises, "lookup", "resolve", "resolve4", "resolve6", "resolveTxt");
trap(dgram, "createSocket");
trap(processes, "spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork");
trap(threads, "Worker");
trap(globalThis, "fetch", "WebSocket");
syncBuiltinESMExports();
