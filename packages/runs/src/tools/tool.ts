import { isObject, shorten, visible } from "@analytics-engines/core/basics";
import * as z from "zod";
import { UserError } from "../user-error.ts";
import { type AnswerPage, DEFAULT_TOKENS, MAX_TOKENS, MIN_TOKENS, type ToolAnswer, toolText } from "./answer.ts";
import type { ToolWorld } from "./world.ts";

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
   * Checks an input and answers it as a text in JSON, of at most 2,000 tokens or as many as the input asks for.
   * @throws ToolInputError for an input that cannot be answered; UserError for a missing connection or a damaged run
   */
  use(input: unknown, world: ToolWorld): Promise<string>;
}

/** The input of a tool cannot be answered. The message says what to change. */
export class ToolInputError extends UserError {
  override readonly name = "ToolInputError";
}

interface Definition<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly mayAskService?: true;
  /** Whether an answer has a list, which comes in pages. */
  readonly hasList: boolean;
  readonly description: string;
  readonly input: z.ZodObject<Shape>;
  answer(input: z.output<z.ZodObject<Shape>>, world: ToolWorld, page: AnswerPage): Promise<ToolAnswer>;
}

const sizeSchema = z.strictObject({
  maxTokens: z
    .int()
    .min(MIN_TOKENS)
    .max(MAX_TOKENS)
    .default(DEFAULT_TOKENS)
    .describe("The longest answer, in tokens of three bytes."),
});
const pageSchema = z.strictObject({
  ...sizeSchema.shape,
  offset: z.int().min(0).default(0).describe("The first item of the list, from 0: next of the page before."),
});

/** Makes a tool of its definition. Its input also says how long an answer may be and, if it has a list, where that begins. */
export function defineTool<Shape extends z.ZodRawShape>(definition: Definition<Shape>): AgentTool {
  const { name, title, mayAskService = false, hasList, description, input } = definition;
  const isOfPage = (member: string) => Object.hasOwn((hasList ? pageSchema : sizeSchema).shape, member);
  return {
    name,
    title,
    mayAskService,
    description,
    inputSchema: () => inputSchemaOf(z.strictObject({ ...input.shape, ...(hasList ? pageSchema : sizeSchema).shape })),
    async use(value, world) {
      const members = isObject(value) ? membersOf(value, (member) => !isOfPage(member)) : value;
      const request = parseInput(name, input, members);
      const rest = isObject(value) ? membersOf(value, isOfPage) : {};
      const page = hasList ? parseInput(name, pageSchema, rest) : { ...parseInput(name, sizeSchema, rest), offset: 0 };
      return toolText(await definition.answer(request, world, page), page);
    },
  };
}

function membersOf(value: object, isMember: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => isMember(name)));
}

/** The JSON Schema of the input of a tool. */
export function inputSchemaOf(input: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", target: "draft-7" });
  return schema;
}

/** Checks the input of a tool, which a model wrote. @throws ToolInputError that names each mistake */
export function parseInput<Output>(tool: string, schema: z.ZodType<Output>, input: unknown): Output {
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
