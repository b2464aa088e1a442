import {
  type Attributes,
  type CounterName,
  errorType,
  type Registry,
  type ReportedStep,
  type Telemetry,
  type TelemetryValues,
  type TracedStep,
} from "./types.ts";

const SCOPE = "analytics-engines";

const counters: Readonly<Record<CounterName, { readonly description: string; readonly unit: string }>> = {
  jobs: { description: "Jobs that ended", unit: "{job}" },
  requests: { description: "Requests of the service, each attempt", unit: "{request}" },
  throttled: { description: "Requests that were refused because too many came before", unit: "{request}" },
  bytes: { description: "Bytes of stored results", unit: "By" },
};

// The numbers of two enumerations of the API, which would have to be loaded for them.
const CLIENT_KIND = 2;
const FAILED = 2;

/**
 * Reports to the providers of an application.
 * @param redact removes the credentials of the connection from a text
 */
export function reportTo(registered: () => Registry | undefined, redact: (text: string) => string): Telemetry {
  const clean = (attributes: Attributes) => cleanAttributes(attributes, redact);

  function inSpan<T>(name: string, kind: number, attributes: Attributes, work: (step: ReportedStep) => Promise<T>) {
    const report = async (span?: TracedStep) => {
      try {
        return await work({
          add: (more) => void span?.setAttributes(clean(more)),
          fail: (type) => markFailed(span, type),
        });
      } catch (error) {
        markFailed(span, errorType(error));
        throw error;
      } finally {
        span?.end();
      }
    };
    const tracer = registered()?.trace?.getTracer(SCOPE);
    return tracer?.startActiveSpan(name, { kind, attributes: clean(attributes) }, report) ?? report();
  }

  return {
    step: (name, attributes, work) => inSpan(name, 0, attributes, work),
    request: (name, attributes, work) => inSpan(name, CLIENT_KIND, attributes, work),
    noteStep(name, { from, to }, attributes) {
      const tracer = registered()?.trace?.getTracer(SCOPE);
      tracer?.startSpan(name, { startTime: from, attributes: clean(attributes) }).end(to);
    },
    count(counter, value, attributes) {
      const meter = registered()?.metrics?.getMeter(SCOPE);
      // A meter returns the same counter for the same name.
      meter?.createCounter(`analytics_engines.${counter}`, counters[counter]).add(value, clean(attributes));
    },
  };
}

function markFailed(span: TracedStep | undefined, type: string): void {
  span?.setAttributes({ "error.type": type }).setStatus({ code: FAILED });
}

function cleanAttributes(attributes: Attributes, redact: (text: string) => string): TelemetryValues {
  const values: TelemetryValues = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "string") values[name] = redact(value);
    else if (typeof value === "object") values[name] = value.map(redact);
    else values[name] = value;
  }
  return values;
}
