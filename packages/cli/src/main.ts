#!/usr/bin/env node
import { onStopSignals } from "@analytics-engines/runs/progress";
import packageJson from "../package.json" with { type: "json" };
import { runCommandLine } from "./command.ts";
import { exitCodeOfSignal } from "./terminal/output.ts";

// The first process of a container ignores a signal without a listener. A command that ends its work first has its own.
onStopSignals((name) => {
  if (process.listenerCount(name) === 1) process.exit(exitCodeOfSignal(name));
});

// An older Node lacks functions that some commands import: it would end with a stack trace.
const oldestNode = Number(packageJson.engines.node.replace(">=", ""));
if (Number.parseInt(process.versions.node, 10) >= oldestNode) await runCommandLine();
else {
  process.stderr.write(
    `analytics-engines needs Node ${oldestNode} or later, and this is Node ${process.versions.node}. Install a newer Node, or the executable, which needs none.\n`,
  );
  process.exitCode = 2;
}
