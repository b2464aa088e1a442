import example from "../../../../docs/examples/attribution.pa.json" with { type: "json" };
import { completeStep } from "../common/walkthrough.ts";
import { openUnsaved } from "./new-file-command.ts";

/** Opens an example as a new, unsaved parameter file. */
export async function openExample(): Promise<void> {
  await openUnsaved("example", "pa", `${JSON.stringify(example, null, 2)}\n`);
  completeStep("example");
}
