import { existsSync, readFileSync } from "node:fs";

// Plain JavaScript, so that what Node needs to strip types is not counted as memory of the work.
const status = "/proc/self/status";

/**
 * The most bytes of memory that this process held. On Linux as the kernel counts them since the program was started: what `resourceUsage` tells
 * begins with the memory of the process that started this one.
 */
export function peakBytes() {
  const kibibytes = existsSync(status) ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1] : undefined;
  return Number(kibibytes ?? process.resourceUsage().maxRSS) * 1024;
}
