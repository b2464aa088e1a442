import { type FamilyId, shorten, visible } from "@analytics-engines/core/basics";
import type { ReadOptions } from "@analytics-engines/core/parameters";
import * as z from "zod";
import type { ServiceNames } from "../names/service-names.ts";
import { UserError } from "../user-error.ts";
import { type ToolAnswer, toolText } from "./answer.ts";

/** What a host gives its tools. A tool reads nothing else, and reaches the service only through `service`. */
export interface ToolWorld {
  /** The folders that are open, absolute: tools read no file outside of them, except for the known runs. */
  readonly folders: readonly string[];
  /** How the parameter file at an absolute path is read: families by glob, for example. */
  reading(file: string): ReadOptions;
  /** Globs of the checks files that the project file of an open folder names. */
  checks(folder: string): readonly string[] | undefined;
  /** The text of the file at an absolute path where an editor has unsaved changes of it. */
  unsaved(file: string): string | undefined;
  /** The runs that the host knows, newest first. */
  runs(): Promise<readonly KnownRun[]>;
  /** The service of the active connection. @throws UserError without a connection */
  service(): Promise<ToolService>;
  /** The JSON Schema of a family's parameter files. */
  schema(family: FamilyId): Promise<unknown>;
  /** The day that checks count from. */
  today(): Date;
}

/** A run that the host keeps, also outside of the open folders. */
export interface KnownRun {
  readonly id: string;
  /** What people call the run. */
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The run folder, absolute. */
  readonly folder: string;
}

/** What tools ask a service: its names, with one cache. Nothing that creates, changes or deletes. */
export interface ToolService {
  readonly names: Pick<ServiceNames, "directory" | "components" | "componentsOf" | "benchmark">;
  /** Ids of benchmarks that the user has looked up: the service does not list any. */
  readonly benchmarks: readonly string[];
}

/** A read-only tool for a language model. */
export interface AgentTool {
  readonly name: string;
  /** What people call the tool. */
  readonly title: string;
  /** Whether the tool may ask the service, and not only read files. */
  readonly mayAskService: boolean;
  /** What the tool does and answers, for the model. */
  readonly description: string;
  /** The JSON Schema of the input. */
  inputSchema(): object;
  /**
   * Checks an input and answers it as a text in JSON: see `toolText`.
   * @throws ToolInputError for an input that cannot be answered; UserError for a missing connection or a damaged run
   */
  use(input: unknown, world: ToolWorld): Promise<string>;
}

/** The input of a tool cannot be answered. The message says what to change. */
export class ToolInputError extends UserError {
  override readonly name = "ToolInputError";
}

/** The member of each tool's input that says where the list of its answer begins. */
export const pageInput = {
  offset: z.int().min(0).default(0).describe("The first item of the list, from 0: next of the page before."),
} as const;

interface Definition<Input extends { readonly offset: number }> {
  readonly name: string;
  readonly title: string;
  readonly mayAskService?: true;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  answer(input: Input, world: ToolWorld): Promise<ToolAnswer>;
}

/** Makes a tool of its definition. */
export function defineTool<Input extends { readonly offset: number }>(definition: Definition<Input>): AgentTool {
  const { name, title, mayAskService = false, description, input } = definition;
  return {
    name,
    title,
    mayAskService,
    description,
    inputSchema: () => inputSchemaOf(input),
    async use(value, world) {
      const request = parseInput(name, input, value);
      return toolText(await definition.answer(request, world), request.offset);
    },
  };
}

function inputSchemaOf(input: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", target: "draft-7" });
  return schema;
}

/** Checks the input of a tool, which a model wrote. @throws ToolInputError that names each mistake */
function parseInput<Output>(tool: string, schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length === 0 ? "the input" : quotedInput(path.join("."))}: ${message}`);
  throw new ToolInputError(
    `${tool} cannot use its input. Correct it by the schema of the tool: ${mistakes.join("; ")}`,
  );
}

/** A text of an input in an error: short, on one line, with quotes. */
export function quotedInput(text: string): string {
  return `"${shorten(visible(text), 200)}"`;
}

const filesToRun = z.strictObject({
  files: z
    .array(z.string().min(1).max(1000))
    .min(1)
    .max(50)
    .describe("Paths of the parameter files, relative to an open folder. They become one run."),
  unit: z.string().min(1).max(300).optional().describe("Only this unit, of a single file."),
  waitSeconds: z
    .int()
    .min(0)
    .max(300)
    .default(60)
    .describe("How long to wait for the end of the run. The run continues after that."),
});

/** What a model asks to run. */
export type RunInput = z.output<typeof filesToRun>;

/** A tool that runs parameter files. The host asks the user, runs the files and answers. */
export interface RunTool {
  readonly name: "runOnSimulator" | "runOnConnection" | "run";
  readonly description: string;
  inputSchema(): object;
  /** @throws ToolInputError */
  parse(input: unknown): RunInput;
}

const ASKS_USER =
  "Always asks the user first. Waits for the end, and answers the id of the run and the status of each unit; readTable reads the results. Validate the files before. If the user declines, do not ask again.";

/** The tools that run parameter files, on the simulator or on the active connection. */
export const runTools: readonly RunTool[] = [
  defineRunTool(
    "runOnSimulator",
    `Runs parameter files on the simulator of this machine, whose numbers are invented: it shows whether a file works, and costs nothing. ${ASKS_USER}`,
  ),
  defineRunTool(
    "runOnConnection",
    `Runs parameter files on the active connection of the Analytics Engines service: its numbers are real, and its jobs can take hours. ${ASKS_USER}`,
  ),
];

/** The tool of a server with one connection: it runs whole files. */
export const runTool: RunTool = defineRunTool(
  "run",
  `Runs parameter files on the connection of this server. Its numbers may be real, and its jobs can take hours. ${ASKS_USER}`,
  filesToRun.omit({ unit: true }),
);

function defineRunTool(name: RunTool["name"], description: string, schema: z.ZodType<RunInput> = filesToRun): RunTool {
  return {
    name,
    description,
    inputSchema: () => inputSchemaOf(schema),
    parse: (value) => parseInput(name, schema, value),
  };
}
