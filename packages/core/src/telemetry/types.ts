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
 * What an application has registered: of `@opentelemetry/api`, the members that this package uses. They are declared here, because an
 * application without OpenTelemetry need not have the package, and compiles these declarations.
 */
export interface Registry {
  readonly trace?: { readonly getTracer: (name: string) => Tracer };
  readonly metrics?: { readonly getMeter: (name: string) => Meter };
}

/** The attributes of a span and of a count. */
export type TelemetryValues = Record<string, string | number | boolean | string[] | undefined>;

/** A span. Properties, not methods: the compiler compares their parameters strictly with those of the package. */
export interface TracedStep {
  readonly setAttributes: (attributes: TelemetryValues) => TracedStep;
  readonly setStatus: (status: { readonly code: number }) => TracedStep;
  readonly end: (endTime?: number) => void;
}

interface SpanOptions {
  readonly kind?: number;
  readonly attributes?: TelemetryValues;
  readonly startTime?: number;
}

interface Tracer {
  readonly startSpan: (name: string, options: SpanOptions) => TracedStep;
  readonly startActiveSpan: <T>(name: string, options: SpanOptions, work: (span: TracedStep) => T) => T;
}

interface Meter {
  readonly createCounter: (
    name: string,
    options: { readonly description: string; readonly unit: string },
  ) => { readonly add: (value: number, attributes: TelemetryValues) => void };
}

/** The code of an error, or the name of its class: its message may quote a parameter. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
