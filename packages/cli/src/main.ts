#!/usr/bin/env node
import { runCommandLine } from "./command.ts";

// `| head` stops reading: that is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

await runCommandLine();
