import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { hasCode } from "../../user-error.ts";

/** A process, as others can find it. A field is empty where the system does not report it. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process started: distinguishes it from a later one of the same number. */
  readonly started: string;
  /** The start of the system: different after each, and on each machine. Containers of a machine share it. */
  readonly boot: string;
  /** The namespace of process numbers. Each container has its own. */
  readonly namespace: string;
}

/** Numbers beyond this are of no system. `kill` takes zero and negative ones for whole groups of processes. */
export const MAX_PID = 2 ** 31 - 1;

/** This process. */
export function thisProcess(): Holder {
  const { pid } = process;
  return { pid, host: hostname(), started: startOf(pid) ?? "", ...system() };
}

/**
 * Whether a process lives. `unknown` where it cannot be seen from here: it is on another machine or in another container, or the machine was
 * started again; and where a process has its number and may be another one, because the system does not report when processes start.
 */
export function stateOf({ pid, host, started, boot, namespace }: Holder): "lives" | "dead" | "unknown" {
  const here = system();
  if (boot !== here.boot || namespace !== here.namespace) return "unknown";
  // Without a boot id, such as on Windows and macOS, the name of the machine must do.
  if (boot === "" && host !== hostname()) return "unknown";
  const now = startOf(pid);
  if (now === undefined) return "dead";
  if (now === "" || started === "") return "unknown";
  return now === started ? "lives" : "dead";
}

function system(): Pick<Holder, "boot" | "namespace"> {
  return {
    boot: orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()),
    namespace: orEmpty(() => readlinkSync("/proc/self/ns/pid")),
  };
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** When a process started, in the units of the system; empty where the system does not report it, `undefined` where there is no such process. */
function startOf(pid: number): string | undefined {
  const stat = readStat(pid);
  if (stat !== undefined) {
    // After the name, which can hold anything: the state, and the start as the 20th field. A dead process can wait for its parent.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : (fields[19] ?? "");
  }
  try {
    process.kill(pid, 0);
    return "";
  } catch (error) {
    // A process of another user cannot be signaled, but it is alive.
    return hasCode(error, "ESRCH") ? undefined : "";
  }
}

/** `undefined` where the system has no such file, or shows the processes of another namespace. */
function readStat(pid: number): string | undefined {
  try {
    if (readlinkSync("/proc/self") !== String(process.pid)) return undefined;
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
}
