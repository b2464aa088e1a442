import path from "node:path";
import type { ReuseChoice } from "@analytics-engines/runs";
import { datedFolder } from "@analytics-engines/runs/files";
import { readHours, UserError } from "@analytics-engines/runs/progress";
import type { ShardInputs } from "@analytics-engines/runs/run";
import { readConnection } from "../connection/inputs.ts";
import { createInputReader, type Env, type InputReader, type Step, type StepWith } from "../github/step.ts";
import {
  failOnChoices,
  joinProject,
  mayHaveProject,
  type ProjectValues,
  readPatterns,
  readRunPlace,
  readWorkingDirectory,
} from "../workspace/inputs.ts";

export type RunInputs = Readonly<ReturnType<typeof readRunInputs>> & ProjectValues;

/** The name of the run folder and of the artifacts, unless the inputs give others. */
export const DEFAULT_NAME = "analytics-run";

/** Reads and checks the inputs of `run`. Paths are absolute. @throws UserError that names each wrong input and what is allowed */
export function readRunInputs(env: Env) {
  const reader = createInputReader();
  const workingDirectory = readWorkingDirectory(reader, env);
  const resumeFrom = reader.path("resume-from");
  const shard = readShard(reader);
  const reproduce = reader.path("reproduce");
  const set = reader.line("set");
  const hasProject = mayHaveProject(workingDirectory, set);
  const files = readFiles(reader, (resumeFrom ?? reproduce ?? shard) !== undefined || hasProject);
  const outputFolder = reader.path("output-dir");
  const maxConcurrency = reader.integer("max-concurrency", 1, 500);
  const resolve = (file: string) => path.resolve(workingDirectory, file);
  const absolute = (file: string | undefined) => file && resolve(file);
  const inputs = {
    ...readConnection(reader, env),
    /** Whether a project file has to be read. */
    hasProject,
    /** The set of the project file. */
    set,
    /** Inputs that come before the project file; `undefined` where the user did not set them. */
    given: { outputFolder, maxConcurrency },
    /** Globs, relative to the working directory; `!` excludes. Not used when a run is resumed: its manifest names the files. */
    files,
    /** The part of a plan that is run instead of `files`. Not used when a run is resumed. */
    shard,
    /** The manifest of an earlier run that is computed again. `files` may name some of its files. */
    reproduce: absolute(reproduce),
    ...readEarlier(reader),
    workingDirectory,
    /** The run folder: a new one, or with `resume` that of the run to resume. */
    runFolder: resolve(resumeFrom ?? datedFolder(outputFolder ?? DEFAULT_NAME, new Date())),
    resume: resumeFrom !== undefined,
    maxConcurrency: maxConcurrency ?? 10,
    // GitHub ends a job after six hours. The run ends before that, so that there is time to store the results.
    timeoutMinutes: reader.positive("timeout-minutes", 30 * 24 * 60) ?? 350,
    wait: reader.flag("wait"),
    failOn: reader.choice("fail-on", failOnChoices, "error"),
    cacheControl: readCache(reader),
    /** Globs of the checks files whose rules apply to the results. */
    checks: reader.paths("checks"),
    /** The file that gets the outcome as JUnit XML. */
    junitFile: reader.path("junit-file"),
    /** The folder of the history that the run is added to; absolute. */
    historyStore: absolute(reader.path("history-store")),
    /** Whether the run folder is stored as an artifact. */
    artifacts: reader.choice("artifacts", ["run", "none"], "run"),
    artifactName: reader.line("artifact-name") ?? DEFAULT_NAME,
    retentionDays: reader.integer("retention-days", 1, 400),
    /** Whether the tables of results are written as Parquet, too, beside them. */
    parquet: reader.flag("parquet", false),
  };
  reader.finish();
  return inputs;
}

/** @param isListed whether an earlier run, a plan or a project file can name the files */
function readFiles(reader: InputReader, isListed: boolean): readonly string[] {
  const files = readPatterns(reader);
  if (!isListed && !files.some((pattern) => !pattern.startsWith("!"))) {
    reader.refuse("Input files is required: globs of parameter files, such as parameters/**/*.pa.json.");
  }
  return files;
}

/** Reads the inputs about the earlier run, which `reuse` needs. */
function readEarlier(reader: InputReader) {
  const line = reader.path("earlier");
  const earlier = line === undefined ? undefined : readRunPlace(reader, "earlier", line);
  const reuse = readReuse(reader);
  if (reuse !== undefined && earlier === undefined)
    reader.refuse("Input reuse copies results of an earlier run: name it in the input earlier.");
  return {
    /** The earlier run: its results may be copied, and the rule `moved` compares with it. */
    earlier,
    /** Whether its results are copied: of any age, or at most these hours. */
    reuse,
    githubToken: reader.line("github-token"),
  };
}

function readReuse(reader: InputReader): ReuseChoice | undefined {
  const text = reader.line("reuse");
  if (text === undefined || text === "false") return undefined;
  if (text === "true") return true;
  const hours = readHours(text);
  if (hours === undefined)
    reader.refuse("Input reuse must be true, false, or the hours that a result may be old, such as 24.");
  return hours;
}

/** The directives that the service accepts when a job is created: `no-store`, `max-age=N`, `max-stale` and `max-stale=N`. */
function readCache(reader: InputReader): string | undefined {
  const text = reader.line("cache");
  if (text === undefined) return undefined;
  const directives = text.split(",").map((directive) => directive.trim());
  if (directives.every((directive) => /^(no-store|max-age=\d{1,9}|max-stale(=\d{1,9})?)$/.test(directive)))
    return directives.join(", ");
  reader.refuse("Input cache must be no-store, max-age=SECONDS or max-stale=SECONDS, or several with commas.");
  return undefined;
}

/** Reads the inputs `plan` and `shard`, which belong together. */
function readShard(reader: InputReader): ShardInputs | undefined {
  const [plan, shard] = [reader.text("plan"), reader.line("shard")];
  if (plan === undefined && shard === undefined) return undefined;
  if (plan === undefined || shard === undefined) {
    reader.refuse("Inputs plan and shard belong together: set both to outputs of the action plan.");
    return undefined;
  }
  const [index = 0, total = 0] = /^\d{1,4}\/\d{1,4}$/.test(shard) ? shard.split("/").map(Number) : [];
  if (index >= 1 && index <= total) return { plan, index, total };
  reader.refuse("Input shard must be a number and a total, such as 2/8.");
  return undefined;
}

/** A step that runs parameter files. */
export interface RunContext extends StepWith<RunInputs> {
  /** Aborted when the runner stops the step. */
  readonly signal: AbortSignal;
}

type Combination = Pick<RunInputs, "shard" | "reproduce" | "reuse" | "cacheControl" | "files">;

/** Refuses inputs that exclude each other. @throws UserError with a sentence for each pair */
export function requireCompatible({ shard, reproduce, reuse, cacheControl, files }: Combination): void {
  const besidePlan = shard === undefined ? {} : { reproduce, files: files[0] };
  const problems = Object.entries(besidePlan)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `Inputs ${name} and plan both name the files: set one of them.`);
  if (reproduce !== undefined && reuse !== undefined)
    problems.push("Inputs reproduce and reuse exclude each other: a run that computes another again computes all.");
  if (cacheControl !== undefined && reuse !== undefined)
    problems.push(
      "Inputs cache and reuse exclude each other: cache says how old a stored result may be, and reuse has an age limit of its own.",
    );
  if (problems.length > 0) throw new UserError(problems);
}

/** The inputs with what the project file of the working directory says: see `joinProject`. */
export function joinRunProject(inputs: RunInputs, step: Pick<Step, "log" | "env">): RunInputs {
  const { workingDirectory, resume, shard, reproduce, runFolder, headerPrefix, files, checks } = inputs;
  const ownInputs = {
    ...inputs.given,
    files: files.length === 0 ? undefined : [...files],
    checks: checks.length === 0 ? undefined : [...checks],
  };
  const { settings, connectionEntry, values } = joinProject(inputs, ownInputs, inputs.baseUrl, step);
  // The earlier run or the plan names the files.
  const isListed = resume || shard !== undefined || reproduce !== undefined;
  return {
    ...inputs,
    ...values,
    files: isListed ? files : values.files,
    checks: settings.checks.value ?? [],
    maxConcurrency: settings.maxConcurrency.value,
    runFolder: resume ? runFolder : path.resolve(workingDirectory, settings.outputFolder.value),
    headerPrefix: headerPrefix ?? connectionEntry?.connection.headerPrefix,
  };
}
