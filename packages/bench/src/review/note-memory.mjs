// Preloaded: says at the end how much memory the process held at most.
import { appendFileSync } from "node:fs";

process.on("exit", () => appendFileSync(process.env.MEMORY_FILE, `${process.resourceUsage().maxRSS}\n`));
