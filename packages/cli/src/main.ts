#!/usr/bin/env node
import { runCommand } from "./command.ts";

// `| head` reads no further: that is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await runCommand(process.argv.slice(2));
