// Preloaded into a process: at its end, adds its peak memory in bytes, as a line, to the file that MEMORY_FILE names.
import { appendFileSync } from "node:fs";
import { peakBytes } from "./peak-memory.mjs";

process.on("exit", () => appendFileSync(process.env.MEMORY_FILE, `${peakBytes()}\n`));
