import type { Registry } from "./open-telemetry.ts";

/** The steps of a run that have a span. A request of the service has a span, too, with its method and its path as its name. */
export type StepName = "run" | "jobs" | "job" | "wait" | "pace" | "create" | "poll" | "read" | "store" | "cancel";

/** What is counted. `throttled`: answers that refused a request because too many came before it. */
export type CounterName = "jobs" | "requests" | "throttled" | "bytes";

/** Facts about a step: names, keys and numbers. Never a value of a parameter. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A step that has begun. */
export interface ReportedStep {
  /** Adds facts that are known only now. */
  add(attributes: Attributes): void;
  /** Marks the step as failed, where its work throws no error. */
  fail(errorType: string): void;
}

/** The times of a step that has ended, ms of the clock. */
export interface StepTimes {
  readonly from: number;
  readonly to: number;
}

/** Reports steps as spans and numbers as metrics. */
export interface Telemetry {
  /** Does the work of a step in a span. Spans of steps inside it are below that span. */
  step<T>(name: StepName, attributes: Attributes, work: (step: ReportedStep) => Promise<T>): Promise<T>;
  /** Sends a request of the service in a span. */
  request<T>(name: string, attributes: Attributes, work: (step: ReportedStep) => Promise<T>): Promise<T>;
  noteStep(name: StepName, times: StepTimes, attributes: Attributes): void;
  count(counter: CounterName, value: number, attributes: Attributes): void;
}

/**
 * Where `@opentelemetry/api` keeps what an application has registered, for all its copies. The place is read without the package, so that it is
 * loaded nowhere, and a bundle works with whatever version of it the application has.
 */
const REGISTRY = Symbol.for("opentelemetry.js.api.1");

const isRegistry = (value: unknown): value is Registry =>
  typeof value === "object" && value !== null && ("trace" in value || "metrics" in value);

function registered(): Registry | undefined {
  const registry = Reflect.get(globalThis, REGISTRY);
  return isRegistry(registry) ? registry : undefined;
}

const silentStep: ReportedStep = { add() {}, fail() {} };

/** Reports nothing. */
export const noTelemetry: Telemetry = {
  step: (_name, _attributes, work) => work(silentStep),
  request: (_name, _attributes, work) => work(silentStep),
  noteStep() {},
  count() {},
};

/**
 * Reports to the OpenTelemetry providers of the application. While it has registered none, nothing is reported, and no code for it is loaded.
 * @param redact removes the credentials of the connection from a text
 */
export function openTelemetry(redact: (text: string) => string): Telemetry {
  let reports: Promise<Telemetry> | undefined;

  function active(): Promise<Telemetry> | undefined {
    const registry = registered();
    if (registry !== undefined)
      reports ??= import("./open-telemetry.ts").then((code) => code.reportTo(registered, redact));
    return registry && reports;
  }

  return {
    step: (name, attributes, work) =>
      active()?.then((telemetry) => telemetry.step(name, attributes, work)) ?? work(silentStep),
    request: (name, attributes, work) =>
      active()?.then((telemetry) => telemetry.request(name, attributes, work)) ?? work(silentStep),
    noteStep: (...args) => void active()?.then((telemetry) => telemetry.noteStep(...args)),
    count: (...args) => void active()?.then((telemetry) => telemetry.count(...args)),
  };
}

/** Telemetry whose steps all have these attributes. */
export function withAttributes(telemetry: Telemetry, common: Attributes): Telemetry {
  return {
    ...telemetry,
    step: (name, attributes, work) => telemetry.step(name, { ...common, ...attributes }, work),
  };
}

/** The code of an error, or the name of its class: its message may quote a parameter. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
