import { existsSync, readFileSync } from "node:fs";

// Plain JavaScript, so that the memory does not include that of Node's TypeScript parser.
const STATUS = "/proc/self/status";

/**
 * The most bytes of memory that this process held. On Linux from the kernel, which counts since the start of the program: `resourceUsage`
 * begins with the memory of the parent process.
 */
export function peakBytes() {
  const kibibytes = existsSync(STATUS) ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(STATUS, "utf8"))?.[1] : undefined;
  return Number(kibibytes ?? process.resourceUsage().maxRSS) * 1024;
}

/** Prints these figures and the peak memory as the line of JSON that `runChild` reads. */
export function printFigures(figures) {
  console.log(JSON.stringify({ ...figures, mebibytes: peakBytes() / 2 ** 20 }));
}
