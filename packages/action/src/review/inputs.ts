import path from "node:path";
import { type ConnectionInputs, readConnection } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader } from "../github/inputs.ts";
import { Problem } from "../github/problem.ts";
import { readWorkingDirectory } from "../workspace/inputs.ts";

/** Where run folders come from. */
export type RunSource =
  /** Relative to the working directory. */
  | { readonly kind: "folder"; readonly folder: string }
  /** `*` in the name stands for any characters. */
  | { readonly kind: "artifact"; readonly name: string };

/** The inputs of `review`, checked. */
export interface ReviewInputs {
  /** Absolute: what `run`, `baseline`, `tolerances` and the paths in manifests are relative to. */
  readonly workingDirectory: string;
  /** None where nothing was run. */
  readonly runs: readonly RunSource[];
  /** A folder is read from the base's commit. */
  readonly baseline: RunSource | undefined;
  readonly baseRef: string | undefined;
  /** Path of a file of the base's commit, relative to the working directory. */
  readonly tolerances: string | undefined;
  readonly comment: CommentMode;
  readonly commentKey: string;
  readonly failOn: FailOn;
  readonly token: string | undefined;
  /** Absolute. */
  readonly outputFolder: string;
  readonly artifactName: string;
  /** The service to ask for names; undefined where nothing is to be asked. */
  readonly connection: ConnectionInputs | undefined;
}

export type CommentMode = (typeof commentModes)[number];
export type FailOn = (typeof failOn)[number];

const commentModes = ["never", "on-change", "always"] as const;
const failOn = ["error", "moved", "never"] as const;

/** Reads and checks the inputs. Throws `Problems` that name each wrong input and what is allowed. */
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
  if (credentials === undefined) throw new Problem("Credentials are missing.");
  return { ...inputs, connection: { ...connection, credentials } };
}

function usesArtifacts({ runs, baseline }: Pick<ReviewInputs, "runs" | "baseline">): boolean {
  return [...runs, ...(baseline === undefined ? [] : [baseline])].some(({ kind }) => kind === "artifact");
}

/** `none` said outright: an input that came out empty must not look as if nothing was to be run. */
function readRuns(reader: InputReader): readonly RunSource[] {
  const lines = reader.lines("run");
  if (lines.length === 0) return [{ kind: "folder", folder: "analytics-run" }];
  if (!lines.includes("none")) return lines.map((line) => readSource(reader, "run", line));
  if (lines.length > 1)
    reader.refuse("Input run must be none alone, or run folders and artifacts. ./none is a folder.");
  return [];
}

/** Said outright which of the two is meant: a pull request could add a folder under the name of an artifact. */
function readSource(reader: InputReader, input: string, line: string): RunSource {
  const name = /^artifact:(.*)$/.exec(line)?.[1]?.trim();
  if (name === undefined) return { kind: "folder", folder: line };
  if (name === "" || name.length > 200 || /[/\\:]/.test(name))
    reader.refuse(`Input ${input} must name an artifact behind artifact:, such as artifact:analytics-run.`);
  return { kind: "artifact", name };
}

function readBaseline(reader: InputReader): RunSource | undefined {
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

/** It stands in a comment of HTML, and in none could end one. */
function readCommentKey(reader: InputReader): string {
  const key = reader.line("comment-key") ?? "default";
  if (!/^[A-Za-z0-9._]+(?:-[A-Za-z0-9._]+)*$/.test(key) || key.length > 100)
    reader.refuse("Input comment-key must be of letters, digits, dots, underscores and single hyphens, at most 100.");
  return key;
}

function leadsOutside(file: string): boolean {
  return path.isAbsolute(file) || file.split(/[\\/]/).includes("..");
}
