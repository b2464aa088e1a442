import * as z from "zod";
import { inputSchemaOf, parseInput } from "./tool.ts";

const input = z.strictObject({
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
export type RunInput = z.output<typeof input>;

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
  input.omit({ unit: true }),
);

function defineRunTool(name: RunTool["name"], description: string, schema: z.ZodType<RunInput> = input): RunTool {
  return {
    name,
    description,
    inputSchema: () => inputSchemaOf(schema),
    parse: (value) => parseInput(name, schema, value),
  };
}
