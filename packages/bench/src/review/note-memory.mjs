// Preloaded: says at the end how much memory the process held at most.
import { appendFileSync } from "node:fs";
import { peakBytes } from "../children/peak-memory.mjs";

process.on("exit", () => appendFileSync(process.env.MEMORY_FILE, `${peakBytes()}\n`));
