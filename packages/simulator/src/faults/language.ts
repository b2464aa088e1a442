import { isOperationName, problemOf } from "./operations.ts";
import type { Fault, FaultCondition, FaultRule } from "./rule.ts";

/** A text that is not a fault rule; `column` is where it goes wrong. */
export class FaultSyntaxError extends Error {
  override readonly name = "FaultSyntaxError";
  readonly text: string;
  /** Counts from 1. */
  readonly column: number;

  constructor(problem: string, text: string, offset: number) {
    super(`${problem}, at column ${offset + 1}:\n  ${text}\n  ${" ".repeat(offset)}^`);
    this.text = text;
    this.column = offset + 1;
  }
}

/** A fault with a number: what the number is, its limits, and the fault that it makes. */
interface Numbered {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly required?: true;
  readonly fault: (value: number | undefined) => Fault;
}

const numbered: Readonly<Record<string, Numbered>> = {
  cut: {
    name: "percent of the body",
    least: 0,
    most: 100,
    fault: (value) => (value === undefined ? { kind: "cut" } : { kind: "cut", share: value / 100 }),
  },
  slow: {
    name: "bytes a second",
    least: 1,
    most: 1e9,
    required: true,
    fault: (bytesPerSecond = 1) => ({ kind: "slow", bytesPerSecond }),
  },
  delay: { name: "seconds", least: 0, most: 1e9, required: true, fault: (seconds = 0) => ({ kind: "delay", seconds }) },
  "wrong-length": {
    name: "bytes",
    least: -1e9,
    most: 1e9,
    fault: (value) =>
      value === undefined ? { kind: "wrong-length" } : { kind: "wrong-length", by: Math.trunc(value) },
  },
  "429": {
    name: "seconds",
    least: 0,
    most: 1e9,
    fault: (value) => (value === undefined ? { kind: "429" } : { kind: "429", retryAfterSeconds: value }),
  },
};
const plain = [
  "refused",
  "reset",
  "lost",
  "reset-after-headers",
  "broken-gzip",
  "broken-json",
  "stach-3",
  "stalled",
  "503",
  "500",
  "404",
] as const;
/** The names of all faults. */
export const faultKinds: readonly string[] = [...plain, "foreign-location", ...Object.keys(numbered)];

/** The fault language in short, for help texts. */
export const FAULT_LANGUAGE = `WHERE[WHEN]=FAULT

WHERE  any, connection, or an operation: status, create, result, info, cancel, list, parameters, pa.status,
       pa.calculations.status, currencies.list, oauth.token, ... Then, where wanted, @JOB or @JOB/UNIT.
WHEN   #N the Nth such request, *N every Nth, ~P% each with so many percent. Without it: every one.
FAULT  refused  reset  lost  reset-after-headers  cut[:PERCENT]  slow:BYTES_A_SECOND  delay:SECONDS
       wrong-length[:BYTES]  broken-gzip  broken-json  stach-3  foreign-location[:ORIGIN]  stalled
       503  500  404  429[:RETRY_AFTER_SECONDS]`;

/**
 * Reads one rule, e.g. `status#2=reset`, `result~5%=cut`, `pa.create=lost`, `result@0123abcd/weights#1=slow:1000`.
 * Throws `FaultSyntaxError`.
 */
export function parseFault(text: string): FaultRule {
  let at = 0;
  const fail = (problem: string, offset = at): never => {
    throw new FaultSyntaxError(problem, text, offset);
  };
  const take = (pattern: RegExp): string | undefined => {
    const match = new RegExp(pattern, "y");
    match.lastIndex = at;
    const token = match.exec(text)?.[0];
    at += token?.length ?? 0;
    return token;
  };
  const number = (name: string, least: number, most: number): number => {
    const start = at;
    const digits = take(/[+-]?(\d+(\.\d+)?|\.\d+)/) ?? fail(`Expected a number (${name})`);
    const value = Number(digits);
    if (value < least || value > most) fail(`Expected ${name} from ${least} to ${most}`, start);
    return value;
  };
  const count = (name: string): number => {
    const start = at;
    const value = number(name, 1, 1e9);
    return Number.isInteger(value) ? value : fail(`Expected a whole number (${name})`, start);
  };

  const on: { -readonly [Name in keyof FaultCondition]: FaultCondition[Name] } = {};
  const operation = take(/[A-Za-z][A-Za-z.-]*/) ?? fail("Expected an operation such as status, or any");
  if (operation !== "any" && !isOperationName(operation)) fail(`No operation is called ${operation}`, 0);
  if (operation !== "any") on.operation = operation;
  if (take(/@/) !== undefined) {
    on.jobId = take(/[^/#*~=]+/) ?? fail("Expected the id of a job");
    if (take(/\//) !== undefined) on.unit = take(/[^#*~=]+/) ?? fail("Expected the id of a unit");
  }
  if (take(/#/) !== undefined) on.nth = count("which one");
  else if (take(/\*/) !== undefined) on.every = count("every how many");
  else if (take(/~/) !== undefined) {
    on.probability = number("percent", 0, 100) / 100;
    if (take(/%/) === undefined) fail("Expected %");
  }
  if (take(/=/) === undefined) fail("Expected = and a fault");
  const faultAt = at;
  const fault = readFault(take, number, fail);
  if (at < text.length) fail("Expected the end of the rule");
  const problem = problemOf({ on, fault });
  if (problem !== undefined) fail(problem, faultAt);
  return { on, fault };
}

type Take = (pattern: RegExp) => string | undefined;
type ReadNumber = (name: string, least: number, most: number) => number;

function readFault(take: Take, number: ReadNumber, fail: (problem: string) => never): Fault {
  // The longest name first: some names are the start of others.
  const names = [...faultKinds].sort((a, b) => b.length - a.length);
  const kind = take(new RegExp(names.join("|"))) ?? fail(`Expected a fault: ${faultKinds.join(", ")}`);
  const simple = plain.find((name) => name === kind);
  if (simple !== undefined) return { kind: simple };
  const hasArgument = take(/:/) !== undefined;
  if (kind === "foreign-location")
    return hasArgument
      ? { kind, origin: take(/https?:\/\/[^\s/]+/) ?? fail("Expected an origin such as https://elsewhere.example") }
      : { kind };
  const { name, least, most, required, fault } = numbered[kind] ?? fail(`Expected a fault: ${faultKinds.join(", ")}`);
  if (!hasArgument && required) fail(`Expected :${name}`);
  return fault(hasArgument ? number(name, least, most) : undefined);
}

/** Writes a rule in the fault language. */
export function formatFault({ on, fault }: FaultRule): string {
  const job = on.jobId === undefined ? "" : `@${on.jobId}${on.unit === undefined ? "" : `/${on.unit}`}`;
  const when =
    on.nth !== undefined
      ? `#${on.nth}`
      : on.every !== undefined
        ? `*${on.every}`
        : on.probability !== undefined
          ? `~${on.probability * 100}%`
          : "";
  // A fault has one argument at most.
  const { kind, ...rest } = fault;
  const [argument] = Object.values<number | string | undefined>(rest);
  const argumentText = kind === "cut" && argument !== undefined ? Number(argument) * 100 : argument;
  return `${on.operation ?? "any"}${job}${when}=${kind}${argumentText === undefined ? "" : `:${argumentText}`}`;
}
