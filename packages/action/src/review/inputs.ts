import path from "node:path";
import { UserError } from "@analytics-engines/runs/user-error";
import { type ConnectionInputs, readConnection } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import { readWorkingDirectory } from "../workspace/inputs.ts";

/** Where a run folder is. */
export type ReviewSource =
  /** Relative to the working directory. */
  | { readonly kind: "folder"; readonly folder: string }
  /** `*` in the name stands for any characters. */
  | { readonly kind: "artifact"; readonly name: string };

/** The inputs of `review`, checked. */
export interface ReviewInputs {
  /** The folder that `run`, `baseline`, `tolerances` and the paths in manifests are relative to; absolute. */
  readonly workingDirectory: string;
  /** Empty where nothing was run. */
  readonly runs: readonly ReviewSource[];
  /** A folder is read from the base's commit. */
  readonly baseline: ReviewSource | undefined;
  readonly baseRef: string | undefined;
  /** Path of a file of the base's commit, relative to the working directory. */
  readonly tolerances: string | undefined;
  readonly comment: CommentMode;
  readonly commentKey: string;
  readonly failOn: ReviewFailOn;
  readonly token: string | undefined;
  /** Absolute. */
  readonly outputFolder: string;
  readonly artifactName: string;
  /** The service to ask for names; `undefined` to ask none. */
  readonly connection: ConnectionInputs | undefined;
}

export type CommentMode = (typeof commentModes)[number];
export type ReviewFailOn = (typeof failOn)[number];

const commentModes = ["never", "on-change", "always"] as const;
const failOn = ["error", "moved", "never"] as const;

/** Reads and checks the inputs. Throws UserError that name each wrong input and what is allowed. */
export function readReviewInputs(env: Env): ReviewInputs {
  const reader = createInputReader();
  const workingDirectory = readWorkingDirectory(reader, env);
  const comment = reader.choice("comment", commentModes, "on-change");
  const inputs = {
    workingDirectory,
    runs: readRuns(reader),
    baseline: readBaseline(reader),
    baseRef: readRef(reader),
    tolerances: readTolerances(reader),
    comment,
    commentKey: readCommentKey(reader),
    failOn: reader.choice("fail-on", failOn, "error"),
    token: reader.line("github-token"),
    outputFolder: path.resolve(workingDirectory, reader.line("output-dir") ?? "analytics-review"),
    artifactName: reader.line("artifact-name") ?? "analytics-review",
  };
  const needsToken = [comment === "never" ? "" : "comment", usesArtifacts(inputs) ? "artifacts" : ""].filter(Boolean);
  if (inputs.token === undefined && needsToken.length > 0)
    reader.refuse(`Input github-token is required for ${needsToken.join(" and ")}.`);
  const connection = reader.line("base-url") === undefined ? undefined : readConnection(reader);
  reader.finish();
  if (connection === undefined) return { ...inputs, connection };
  const { credentials } = connection;
  if (credentials === undefined) throw new UserError("Credentials are missing.");
  return { ...inputs, connection: { ...connection, credentials } };
}

function usesArtifacts({ runs, baseline }: Pick<ReviewInputs, "runs" | "baseline">): boolean {
  return [...runs, ...(baseline === undefined ? [] : [baseline])].some(({ kind }) => kind === "artifact");
}

/** `none` must be written: an input that is empty by mistake must not look as if nothing was run. */
function readRuns(reader: InputReader): readonly ReviewSource[] {
  const lines = reader.lines("run");
  if (lines.length === 0) return [{ kind: "folder", folder: "analytics-run" }];
  if (!lines.includes("none")) return lines.map((line) => readSource(reader, "run", line));
  if (lines.length > 1)
    reader.refuse("Input run must be none alone, or run folders and artifacts. ./none is a folder.");
  return [];
}

/** The prefix `artifact:` is required: a pull request could add a folder with the name of an artifact. */
function readSource(reader: InputReader, input: string, line: string): ReviewSource {
  const name = /^artifact:(.*)$/.exec(line)?.[1]?.trim();
  if (name === undefined) return { kind: "folder", folder: line };
  if (name === "" || name.length > 200 || /[/\\:]/.test(name))
    reader.refuse(`Input ${input} must name an artifact behind artifact:, such as artifact:analytics-run.`);
  return { kind: "artifact", name };
}

function readBaseline(reader: InputReader): ReviewSource | undefined {
  const line = reader.line("baseline") ?? "artifact:analytics-run";
  if (line === "none") return undefined;
  const source = readSource(reader, "baseline", line);
  if (source.kind === "folder" && leadsOutside(source.folder))
    reader.refuse("Input baseline must be artifact:NAME, a committed folder within working-directory, or none.");
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
  const file = reader.line("tolerances");
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

function leadsOutside(file: string): boolean {
  return path.isAbsolute(file) || file.split(/[\\/]/).includes("..");
}
