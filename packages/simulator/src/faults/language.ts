import { endpoints } from "@analytics-engines/core";

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
  // A connection has no answer that another fault could change.
  if (operation === "connection" && fault.kind !== "refused" && fault.kind !== "reset")
    fail("A connection can be refused or reset", faultAt);
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

/** Operations that are not in the service's table. */
const others = ["oauth.discovery", "oauth.token", "connection", "unknown"];

/** The names of an operation in rules: the whole name, any end of it, and the family with the last part. */
function namesOf(operation: string): readonly string[] {
  const words = operation.split(".");
  const names = [...words.keys()].map((index) => words.slice(index).join("."));
  return [...names, `${words[0]}.${words.at(-1)}`];
}

const names = new Map<string, ReadonlySet<string>>(
  [...endpoints.map(({ operation }) => operation), ...others].map((operation) => {
    // A PUT creates as a POST does.
    const asCreate = operation.endsWith(".createOrUpdate") ? namesOf(operation.replace(/OrUpdate$/, "")) : [];
    return [operation, new Set([...namesOf(operation), ...asCreate])];
  }),
);
const allNames = new Set([...names.values()].flatMap((set) => [...set]));

/** Whether any operation has a name. */
function isOperationName(name: string): boolean {
  return allNames.has(name);
}

/** Whether an operation has a name. */
export function hasName(operation: string, name: string): boolean {
  return names.get(operation)?.has(name) ?? false;
}

/**
 * A fault of one request. *Carried out*: the service does what the request asks for (creates the job, spends the result), but the client
 * does not get the right answer. The other faults leave the service unchanged.
 */
export type Fault =
  /** The connection is closed before the service reads anything. Not carried out. */
  | { readonly kind: "refused" }
  /** The connection is reset before the answer. Not carried out. */
  | { readonly kind: "reset" }
  /** Carried out; the connection is reset before the answer. */
  | { readonly kind: "lost" }
  /** Carried out; the connection is reset between the headers and the body. */
  | { readonly kind: "reset-after-headers" }
  /** Carried out; the connection ends after `share` of the body (0 to 1, default 0.5). */
  | { readonly kind: "cut"; readonly share?: number }
  /** Carried out; the body comes at this many bytes a second. */
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  /** Carried out, after this many seconds. */
  | { readonly kind: "delay"; readonly seconds: number }
  /** Carried out; `Content-Length` announces `by` bytes more than come, or fewer if `by` is negative. Default 10. */
  | { readonly kind: "wrong-length"; readonly by?: number }
  /** Carried out; the body is announced as gzip and is damaged. */
  | { readonly kind: "broken-gzip" }
  /** Carried out; the body is half of the JSON text. */
  | { readonly kind: "broken-json" }
  /** Carried out; a result comes as an example of version 3 of its format: JSON, or Arrow for Feather. */
  | { readonly kind: "stach-3" }
  /** Carried out; `Location` and the addresses in the body point to another origin. Default `https://elsewhere.example`. */
  | { readonly kind: "foreign-location"; readonly origin?: string }
  /** Carried out; the job's progress stalls from now on. The job itself ends in time. */
  | { readonly kind: "stalled" }
  /** 503 with an HTML page, as from a proxy. Not carried out. */
  | { readonly kind: "503" }
  /** 500 with the service's error list. Not carried out. */
  | { readonly kind: "500" }
  /** 429; `Retry-After` only where seconds are given. Not carried out. */
  | { readonly kind: "429"; readonly retryAfterSeconds?: number }
  /** 404 "Calculation not found". Not carried out. */
  | { readonly kind: "404" };

export type FaultKind = Fault["kind"];

/** The requests that a rule matches: those that meet every condition given. */
export interface FaultCondition {
  /**
   * The operation: its whole name (`pa.calculations.status`), an end of it (`status`), or the family and the last part (`pa.status`).
   * `create` also means a create by PUT; `connection` a new TCP connection; left out, every operation.
   */
  readonly operation?: string;
  readonly jobId?: string;
  readonly unit?: string;
  /** Only the nth such request, from 1. */
  readonly nth?: number;
  /** Every nth such request: 3 is the 3rd, 6th, 9th, ... */
  readonly every?: number;
  /** The probability of each request, 0 to 1; the seed decides. */
  readonly probability?: number;
}

export interface FaultRule {
  readonly on: FaultCondition;
  readonly fault: Fault;
}
