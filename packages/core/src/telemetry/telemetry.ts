// Reports to OpenTelemetry. Of `@opentelemetry/api`, the types that this package uses are declared here, because an application without
// OpenTelemetry need not have the package, and compiles these declarations.

/** Facts about a span: names, keys and numbers. Never a value of a parameter. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A span that has begun. */
interface ReportedSpan {
  /** Adds facts that are known only now. */
  add(attributes: Attributes): void;
  /** Marks the span as failed, where its work throws no error. */
  fail(errorType: string): void;
}

/** Reports the runs, the jobs and the requests of a client as spans. */
export interface Telemetry {
  /** Does the work of a run or of a job in a span. Spans of jobs and requests inside it are below that span. */
  span<T>(name: "run" | "job", attributes: Attributes, work: (span: ReportedSpan) => Promise<T>): Promise<T>;
  /** Sends a request of the service in a span. */
  request<T>(name: string, attributes: Attributes, work: (span: ReportedSpan) => Promise<T>): Promise<T>;
}

/** What an application has registered. */
export interface Registry {
  readonly trace?: { readonly getTracer: (name: string) => Tracer };
}

/** The attributes of a span. */
type TelemetryValues = Record<string, string | number | boolean | string[] | undefined>;

/** A span. Properties, not methods: the compiler compares their parameters strictly with those of the package. */
interface TracedSpan {
  readonly setAttributes: (attributes: TelemetryValues) => TracedSpan;
  readonly setStatus: (status: { readonly code: number }) => TracedSpan;
  readonly end: () => void;
}

interface Tracer {
  readonly startActiveSpan: <T>(
    name: string,
    options: { readonly kind?: number; readonly attributes?: TelemetryValues },
    work: (span: TracedSpan) => T,
  ) => T;
}

const SCOPE = "analytics-engines";
// The numbers of two enumerations of the API, which would have to be loaded for them.
const INTERNAL_KIND = 0;
const CLIENT_KIND = 2;
const FAILED = 2;

/**
 * Where `@opentelemetry/api` keeps what an application has registered, for all its copies. The place is read without the package, so that it is
 * loaded nowhere, and a bundle works with whatever version of it the application has.
 */
const registryKey = Symbol.for("opentelemetry.js.api.1");

const isRegistry = (value: unknown): value is Registry =>
  typeof value === "object" && value !== null && "trace" in value;

function findTracer(): Tracer | undefined {
  const registry = Reflect.get(globalThis, registryKey);
  return isRegistry(registry) ? registry.trace?.getTracer(SCOPE) : undefined;
}

const silentSpan: ReportedSpan = { add() {}, fail() {} };

/** Reports nothing. */
export const noTelemetry: Telemetry = {
  span: (_name, _attributes, work) => work(silentSpan),
  request: (_name, _attributes, work) => work(silentSpan),
};

/**
 * Reports to the OpenTelemetry provider of the application. While it has registered none, nothing is reported.
 * @param redact removes the credentials of the connection from a text
 */
export function openTelemetry(redact: (text: string) => string): Telemetry {
  function inSpan<T>(name: string, kind: number, attributes: Attributes, work: (span: ReportedSpan) => Promise<T>) {
    const tracer = findTracer();
    if (tracer === undefined) return work(silentSpan);
    return tracer.startActiveSpan(name, { kind, attributes: clean(attributes, redact) }, async (span) => {
      try {
        return await work({
          add: (more) => void span.setAttributes(clean(more, redact)),
          fail: (type) => markFailed(span, type),
        });
      } catch (error) {
        markFailed(span, errorType(error));
        throw error;
      } finally {
        span.end();
      }
    });
  }

  return {
    span: (name, attributes, work) => inSpan(name, INTERNAL_KIND, attributes, work),
    request: (name, attributes, work) => inSpan(name, CLIENT_KIND, attributes, work),
  };
}

function markFailed(span: TracedSpan, type: string): void {
  span.setAttributes({ "error.type": type }).setStatus({ code: FAILED });
}

function clean(attributes: Attributes, redact: (text: string) => string): TelemetryValues {
  const values: TelemetryValues = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "string") values[name] = redact(value);
    else if (typeof value === "object") values[name] = value.map(redact);
    else values[name] = value;
  }
  return values;
}

/** The code of an error, or the name of its class: its message may quote a parameter. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
