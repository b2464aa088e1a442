#!/usr/bin/env node
import { runCommandLine } from "./command.ts";

// A reader such as `| head` stops early, which is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

await runCommandLine();
