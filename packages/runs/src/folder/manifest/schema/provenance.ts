import { boundedText, count, flag, list, object, optional, required } from "./fields.ts";
import { MAX_RESUMED } from "./limits.ts";

export const workflow = object({
  name: optional(boundedText(300), "Name of the workflow."),
  runId: required(count, "Id of the workflow run, as in its address."),
  runNumber: optional(count, "Number of the run among those of the workflow."),
  attempt: optional(count, "Number of the attempt, from 1."),
  url: optional(
    boundedText(1000, /^https:\/\/[A-Za-z0-9._:/-]+$/, "an https address"),
    "Page of the attempt. Readers follow it only if it is on `server`.",
  ),
});

export const provenance = object({
  server: optional(
    boundedText(300, /^https:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/, "the https origin of a server"),
    "Origin of the server with the repository and the workflow, such as `https://github.com`. Links lead there alone.",
  ),
  repository: optional(
    boundedText(300, /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/, "the name of a repository"),
    "The repository of the parameter files, `owner/name`.",
  ),
  commit: optional(
    boundedText(64, /^([0-9a-f]{40}|[0-9a-f]{64})$/, "the id of a commit"),
    "The commit of the parameter files: its full id, hex.",
  ),
  uncommitted: optional(
    flag,
    "Whether a parameter file differed from the commit, or was not in it. Absent if the host could not compare them.",
  ),
  ref: optional(boundedText(1000), "The branch, tag or pull request, such as `refs/heads/main`."),
  actor: optional(boundedText(200), "Who started the workflow."),
  workflow: optional(workflow, "The attempt of the workflow run."),
});

export const resumptions = list(required(provenance, "One resumption."), MAX_RESUMED);
