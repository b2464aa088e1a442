import example from "../../../../../docs/examples/attribution.pa.json" with { type: "json" };
import type { Services } from "../../services/services.ts";
import { walkthroughOf } from "../../services/walkthrough.ts";
import { openUnsaved } from "./new-file.ts";

/** Opens an example as a new, unsaved parameter file. */
export async function openExample(services: Services): Promise<void> {
  await openUnsaved("example", "pa", `${JSON.stringify(example, null, 2)}\n`);
  walkthroughOf(services).complete("example");
}
