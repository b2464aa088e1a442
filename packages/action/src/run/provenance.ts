import type { Provenance } from "@analytics-engines/runs";
import type { RunFile } from "@analytics-engines/runs/run";
import { findCommittedFiles, provenanceOf } from "@analytics-engines/runs/run";
import { repositoryLink } from "../github/step.ts";
import type { RunContext } from "./inputs.ts";

/**
 * Where the run comes from: the workflow, and the commit that is checked out around the files. Without a git repository around them, it is the
 * commit of the workflow.
 */
export async function findRunProvenance(
  { env, inputs, log }: Pick<RunContext, "env" | "inputs" | "log">,
  files: readonly RunFile[],
): Promise<Provenance | undefined> {
  const checkout = await findCommittedFiles(inputs.workingDirectory, files, env, log.line);
  const { GITHUB_REPOSITORY: repository, GITHUB_SHA: commit, GITHUB_REF: ref } = env;
  // A workflow can check out another commit than the one that it runs on.
  const isOfWorkflow = checkout === undefined || checkout.commit === commit;
  const { GITHUB_RUN_ID: id, GITHUB_RUN_ATTEMPT: attempt } = env;
  return provenanceOf({
    server: env["GITHUB_SERVER_URL"],
    ...(isOfWorkflow ? { repository, commit, ref, uncommitted: checkout?.uncommitted } : checkout),
    actor: env["GITHUB_ACTOR"],
    workflow: {
      name: env["GITHUB_WORKFLOW"],
      runId: numberIn(id),
      runNumber: numberIn(env["GITHUB_RUN_NUMBER"]),
      attempt: numberIn(attempt),
      url: repositoryLink(env, `actions/runs/${id}/attempts/${attempt}`),
    },
  });
}

function numberIn(text: string | undefined): number | undefined {
  return text ? Number(text) : undefined;
}
