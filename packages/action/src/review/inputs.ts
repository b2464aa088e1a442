import path from "node:path";
import type { ReviewFailOn } from "@analytics-engines/runs/review";
import { readConnection } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader } from "../github/step.ts";
import { leadsOutside, type RunPlace, readRunPlace, readWorkingDirectory } from "../workspace/inputs.ts";

export type ReviewInputs = Readonly<ReturnType<typeof readReviewInputs>>;

const commentModes = ["never", "on-change", "always"] as const;

/** Reads and checks the inputs of `review`. @throws UserError that names each wrong input and what is allowed */
export function readReviewInputs(env: Env) {
  const reader = createInputReader();
  const workingDirectory = readWorkingDirectory(reader, env);
  const inputs = {
    /** The folder to which `run`, `earlier`, `tolerances` and the paths in manifests are relative. */
    workingDirectory,
    /** Empty if nothing was run. */
    runs: readRuns(reader),
    /** If it is a folder, it is read from the base's commit. */
    earlier: readEarlier(reader),
    baseRef: readRef(reader),
    /** Path of a file of the base's commit, relative to the working directory. */
    tolerances: readTolerances(reader),
    /** Globs of checks files of the base's commit. */
    checks: reader.paths("checks"),
    comment: reader.choice("comment", commentModes, "on-change"),
    commentKey: readCommentKey(reader),
    failOn: reader.choice<ReviewFailOn, ReviewFailOn>("fail-on", ["error", "moved", "never"], "error"),
    token: reader.line("github-token"),
    /** Absolute. */
    outputFolder: path.resolve(workingDirectory, reader.path("output-dir") ?? "analytics-review"),
    artifactName: reader.line("artifact-name") ?? "analytics-review",
    /** The service to ask for names; `undefined` to ask none. */
    connection: reader.line("base-url") === undefined ? undefined : readConnection(reader, env),
  };
  const usesArtifacts = [...inputs.runs, inputs.earlier].some((source) => source?.kind === "artifact");
  const needsToken = [inputs.comment === "never" ? "" : "comment", usesArtifacts ? "artifacts" : ""].filter(Boolean);
  if (inputs.token === undefined && needsToken.length > 0)
    reader.refuse(`Input github-token is required for ${needsToken.join(" and ")}.`);
  reader.finish();
  return inputs;
}

/** `none` must be written: an input that is empty by mistake must not look as if nothing was run. */
function readRuns(reader: InputReader): readonly RunPlace[] {
  const lines = reader.paths("run");
  if (lines.length === 0) return [{ kind: "folder", folder: "analytics-run" }];
  if (!lines.includes("none")) return lines.map((line) => readRunPlace(reader, "run", line));
  if (lines.length > 1)
    reader.refuse("Input run must be none alone, or run folders and artifacts. ./none is a folder.");
  return [];
}

function readEarlier(reader: InputReader): RunPlace | undefined {
  const line = reader.path("earlier") ?? "artifact:analytics-run";
  if (line === "none") return undefined;
  const source = readRunPlace(reader, "earlier", line);
  if (source.kind === "folder" && leadsOutside(source.folder))
    reader.refuse("Input earlier must be artifact:NAME, a committed folder within working-directory, or none.");
  return source;
}

/** A name that begins with a hyphen would be an option. */
function readRef(reader: InputReader): string | undefined {
  const ref = reader.line("base-ref");
  if (ref !== undefined && (ref.startsWith("-") || /[\s^~:?*[\\]/.test(ref)))
    reader.refuse("Input base-ref must be the name of a branch or tag, or a commit.");
  return ref;
}

function readTolerances(reader: InputReader): string | undefined {
  const file = reader.path("tolerances");
  if (file !== undefined && leadsOutside(file))
    reader.refuse("Input tolerances must be a file within working-directory, as it is committed on the base.");
  return file;
}

/** The key is written into an HTML comment, so it must not be able to end one. */
function readCommentKey(reader: InputReader): string {
  const key = reader.line("comment-key") ?? "default";
  if (!/^[A-Za-z0-9._]+(?:-[A-Za-z0-9._]+)*$/.test(key) || key.length > 100)
    reader.refuse("Input comment-key must be of letters, digits, dots, underscores and single hyphens, at most 100.");
  return key;
}
