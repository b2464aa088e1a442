import { randomBytes } from "node:crypto";
import { count, messageOf, shorten, visible } from "@analytics-engines/core/basics";
import { MAX_FILE_BYTES, resultIds, valuesOf } from "@analytics-engines/runs/files";
import {
  readTable,
  resolveOpenPath,
  runTool,
  ToolInputError,
  type ToolWorld,
  toolText,
} from "@analytics-engines/runs/review";
import { prepareRun, type ReadyRun, runReady } from "@analytics-engines/runs/run";
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import packageJson from "../../package.json" with { type: "json" };
import { readSettings } from "../project.ts";
import { note } from "../terminal/output.ts";
import { isProduction, type ServerConnection } from "./connection.ts";

/** The folder of the run folders. */
const RUNS_FOLDER = "analytics-runs";
/** The most files, and units of a file, that a question names; it counts the others. */
const MAX_NAMED = 20;
/** The most questions without an answer. */
const MAX_QUESTIONS = 100;

/** Runs parameter files for a model, each time after the user agrees. */
export interface Runner {
  readonly tool: Tool;
  /**
   * @param mayAsk whether the client can ask the user
   * @throws ToolInputError for files that cannot be run, or a user who cannot be asked
   */
  call(
    input: unknown,
    request: Pick<ServerContext["mcpReq"], "inputResponses" | "requestState" | "signal">,
    mayAsk: boolean,
  ): Promise<CallToolResult | InputRequiredResult>;
  /** Stops the runs in progress. Their jobs stay on the service, for `run --resume`. */
  close(): Promise<void>;
}

export interface RunnerOptions {
  /** The folder of the files and the runs. */
  readonly folder: string;
  readonly connect: () => ServerConnection;
  /** Whether the command line names the connection. */
  readonly isNamed: boolean;
  readonly openWorld: () => ToolWorld;
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

export function createRunner({ folder, connect, isNamed, openWorld }: RunnerOptions): Runner {
  /** What each question without an answer was about, by its id. An answer counts once, and only for what was asked. */
  const questions = new Map<string, string>();
  const runsInProgress = new Set<Promise<unknown>>();
  const stop = new AbortController();

  function ask(subject: RunSubject): InputRequiredResult {
    const id = randomBytes(16).toString("hex");
    const [oldest] = questions.keys();
    if (oldest !== undefined && questions.size >= MAX_QUESTIONS) questions.delete(oldest);
    questions.set(id, subject.digest);
    return inputRequired({
      inputRequests: {
        agreement: inputRequired.elicit({
          message: subject.question,
          requestedSchema: {
            type: "object",
            properties: { run: { type: "boolean", title: "Run these files" } },
            required: ["run"],
          },
        }),
      },
      requestState: id,
    });
  }

  async function run({ ready }: RunSubject, waitSeconds: number, signal: AbortSignal): Promise<string> {
    const { client, settings } = connect();
    const { maxConcurrency } = readSettings({}, folder);
    const stamp = new Date().toISOString().replace(/\..*$/, "Z").replaceAll(":", "-");
    const { file: runFolder, name } = resolveOpenPath(
      openWorld(),
      `${RUNS_FOLDER}/${stamp}-${randomBytes(2).toString("hex")}`,
    );
    const running = runReady(ready, {
      client,
      folder: runFolder,
      workspace: folder,
      tool: `analytics-engines/${packageJson.version}`,
      settings,
      signal: stop.signal,
      concurrency: maxConcurrency.value,
      cancelOnAbort: false,
      onDelay: note,
    });
    runsInProgress.add(running);
    const ended = running.then(() => true).finally(() => runsInProgress.delete(running));
    // A failure after the answer is one of the run folder, which says so itself.
    ended.catch((error: unknown) => note(`The run ${name} failed: ${messageOf(error)}`));
    if (await Promise.race([ended, waitFor(waitSeconds, signal)])) return readTable.use({ run: name }, openWorld());
    const next = "The run continues. Ask readTable about it later.";
    return toolText({ facts: { started: true, run: name, state: "running", next } });
  }

  return {
    tool: {
      name: runTool.name,
      title: "Run parameter files",
      description: runTool.description,
      inputSchema: { ...runTool.inputSchema(), type: "object" },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    async call(value, { inputResponses, requestState, signal }, mayAsk) {
      const input = runTool.parse(value);
      const connection = connect();
      const production = isProduction(folder, connection);
      if (production && !isNamed)
        throw new ToolInputError(
          `${connection.origin} is production, and this server was started without its name. Nothing was sent. The user has to start the server with --connection NAME.`,
        );
      if (!mayAsk)
        throw new ToolInputError(
          "Nothing was sent: this client cannot ask the user (it has no elicitation). The user can run the files with analytics-engines run.",
        );
      const subject = await checkSubject(openWorld(), folder, input.files, connection, production);
      const state: unknown = requestState();
      const digest = typeof state === "string" ? questions.get(state) : undefined;
      if (typeof state !== "string" || digest === undefined) return ask(subject);
      questions.delete(state);
      const answer = inputResponse(inputResponses, "agreement");
      if (answer.kind !== "elicit" || answer.action !== "accept" || answer.content?.["run"] !== true) {
        const message = "Nothing was run: the user declined. Do not ask again unless the user wants it.";
        return textResult(toolText({ facts: { started: false, message } }));
      }
      if (digest !== subject.digest)
        throw new ToolInputError(
          "Nothing was sent: the files changed after the question. Validate them and ask again.",
        );
      return textResult(await run(subject, input.waitSeconds, signal));
    },
    async close() {
      stop.abort();
      await Promise.allSettled(runsInProgress);
    },
  };
}

/** What a run is about, and the question for the user. */
interface RunSubject {
  readonly ready: ReadyRun["files"];
  readonly question: string;
  /** Of the connection, and of all that is sent. */
  readonly digest: string;
}

/** Checks the files of a run. @throws ToolInputError for files that cannot be run */
async function checkSubject(
  world: ToolWorld,
  folder: string,
  inputs: readonly string[],
  { origin, connection }: ServerConnection,
  production: boolean,
): Promise<RunSubject> {
  const paths = [...new Set(inputs.map((input) => resolveOpenPath(world, input).name))];
  const source = { kind: "found", paths, root: folder } as const;
  const settings = valuesOf(readSettings({}, folder));
  const run = await prepareRun({ folder, source, settings, maxBytes: MAX_FILE_BYTES });
  const { files: ready, parameters } = run;
  const [reason] = [...run.problems, ...run.errors];
  if (reason !== undefined || ready.length === 0)
    throw new ToolInputError(
      `Nothing was sent. ${reason ?? "The files have no jobs."} Correct the files, and check them with validateFile.`,
    );
  const files = ready.map((file) => ({ name: file.path, units: resultIds(parameters.get(file.path)) }));
  const units = files.reduce((sum, file) => sum + file.units.length, 0);
  const kind = production ? "the PRODUCTION connection" : "the connection";
  const called = connection === undefined ? "" : ` "${toOneLine(connection.name)}"`;
  const question = [
    `Run ${count(files.length, "file")} with ${count(units, "unit")} on ${kind}${called} at ${origin} for a language model?`,
    ...files.slice(0, MAX_NAMED).map((file) => `${toOneLine(file.name)}: ${someOf(file.units)}`),
    ...(files.length > MAX_NAMED ? [`and ${count(files.length - MAX_NAMED, "more file")}`] : []),
  ].join("\n");
  const digest = JSON.stringify([
    origin,
    question,
    ready.map((file) => [file.path, file.sha256, file.parametersSha256]),
  ]);
  return { ready, question, digest };
}

function someOf(units: readonly string[]): string {
  const some = units.slice(0, MAX_NAMED).map(toOneLine).join(", ");
  return units.length > MAX_NAMED ? `${some}, and ${units.length - MAX_NAMED} more` : some;
}

/** A name of a file or the service on one line. */
function toOneLine(text: string): string {
  return shorten(visible(text), 100);
}

/** Resolves to false after some seconds, or when the client no longer waits. */
function waitFor(seconds: number, signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), seconds * 1000);
    timer.unref();
    signal.addEventListener("abort", () => resolve(false), { once: true });
  });
}
