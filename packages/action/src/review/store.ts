import path from "node:path";
import { listInside } from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/host";
import { artifactName, missingArtifactStore, type UploadedArtifact, uploadArtifacts } from "../github/artifacts.ts";
import type { ReviewContext } from "./context.ts";

/** Stores the page and the merged run folder. A failure is a warning, so that the comment is still written. */
export async function storeReview(
  { inputs, env, log }: ReviewContext,
  page: string | undefined,
): Promise<readonly UploadedArtifact[]> {
  const missing = inputs.artifactName === "none" ? "artifact-name is none" : missingArtifactStore(env);
  if (missing !== undefined) {
    log.line(`Nothing is stored as an artifact: ${missing}.`);
    return [];
  }
  const name = artifactName(inputs.artifactName);
  const uploaded: UploadedArtifact[] = [];
  try {
    const listed = (await listInside(inputs.outputFolder)).filter(({ isFile }) => isFile);
    const files = listed.map(({ file }) => path.join(inputs.outputFolder, file)).filter((file) => file !== page);
    const plans = [
      ...(page === undefined ? [] : [{ name: `${name}.html`, files: [page], unarchived: true } as const]),
      { name, files },
    ];
    await uploadArtifacts(plans, inputs.outputFolder, { onUploaded: (artifact) => uploaded.push(artifact) });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    log.annotate("warning", error.message);
  }
  return uploaded;
}
