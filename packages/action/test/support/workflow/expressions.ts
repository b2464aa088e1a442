import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** What an expression can name: `inputs`, `needs` and so on. Values are JSON. */
export type Contexts = Readonly<Record<string, unknown>>;

/** What the jobs before have come to, for `success()` and its like. */
export interface Before {
  readonly failed: boolean;
  readonly canceled: boolean;
}

const statusFunctions = ["success", "failure", "cancelled", "always"];

/** A value of a workflow's file as the runner reads it, by GitHub's own evaluator. Of one expression alone, the value is what it evaluates to. */
export function evaluate(value: string, contexts: Contexts): unknown {
  const alone = /^\$\{\{((?:(?!\}\})[\s\S])*)\}\}$/.exec(value.trim())?.[1];
  if (alone !== undefined) return JSON.parse(JSON.stringify(evaluateData(alone, contexts), data.replacer));
  return value.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression: string) =>
    evaluateData(expression, contexts).coerceString(),
  );
}

/** The same as text, as an input of a step is. */
export function evaluateText(value: unknown, contexts: Contexts): string {
  if (typeof value !== "string") return value === null || value === undefined ? "" : String(value);
  return value.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression: string) =>
    evaluateData(expression, contexts).coerceString(),
  );
}

/** The condition of a job: without a function that speaks of the jobs before, it also asks that none of them failed. */
export function evaluateCondition(condition: string | undefined, contexts: Contexts, before: Before): boolean {
  const text = (condition ?? "").replace(/^\s*\$\{\{([\s\S]*)\}\}\s*$/, "$1").trim();
  const speaks = statusFunctions.some((name) => new RegExp(`\\b${name}\\s*\\(`).test(text));
  const succeeded = !before.failed && !before.canceled;
  if (!speaks && !succeeded) return false;
  return text === "" || isTruthy(evaluateData(text, contexts, before));
}

function evaluateData(expression: string, contexts: Contexts, before?: Before) {
  const truths: Readonly<Record<string, boolean>> =
    before === undefined
      ? {}
      : {
          success: !before.failed && !before.canceled,
          failure: before.failed,
          cancelled: before.canceled,
          always: true,
        };
  const functions = Object.entries(truths).map(([name, truth]) => {
    return { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(truth) };
  });
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const context: unknown = JSON.parse(JSON.stringify(contexts), data.reviver);
  if (!(context instanceof data.Dictionary)) throw new Error("The contexts are no object");
  return new Evaluator(parsed, context, new Map(functions.map((each) => [each.name, each]))).evaluate();
}

function isTruthy(value: ReturnType<typeof evaluateData>): boolean {
  if (!value.primitive) return true;
  return ![0, "", false, null].includes(JSON.parse(JSON.stringify(value, data.replacer)));
}
