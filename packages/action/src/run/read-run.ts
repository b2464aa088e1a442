import { existsSync } from "node:fs";
import path from "node:path";
import { type Manifest, readManifest } from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/host";

/** The run that is resumed. Whether its parameter files are still the same is checked when the run continues. */
export async function readEarlier(folder: string): Promise<Manifest> {
  if (!existsSync(path.join(folder, "manifest.json")))
    throw new UserError(
      `Input resume-from: there is no run in ${folder}: it has no manifest.json. Name the folder of a run.`,
    );
  return await readManifest(folder);
}
