import example from "../../../../docs/examples/attribution.pa.json" with { type: "json" };
import { executeCommand } from "../common/commands.ts";
import { completeStep } from "../common/walkthrough.ts";
import { openUnsaved } from "./new-file-command.ts";

/** Opens an example as a new, unsaved parameter file, and selects the simulator, on which it runs. */
export async function openExample(): Promise<void> {
  await executeCommand("analyticsEngines.connections.useSimulator");
  await openUnsaved("example", "pa", `${JSON.stringify(example, null, 2)}\n`);
  completeStep("example");
}
