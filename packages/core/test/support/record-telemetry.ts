import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

/** What an application records that has registered OpenTelemetry. */
export interface Recording extends Disposable {
  /** The spans that have ended. */
  readonly spans: readonly ReadableSpan[];
  /** Each span with those above it, by their names: `run > job`. */
  paths(): string[];
}

/** Registers OpenTelemetry as an application does, until the recording is disposed of. */
export function recordTelemetry(): Recording {
  const exporter = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  return {
    get spans() {
      return exporter.getFinishedSpans();
    },
    paths() {
      const spans = new Map(exporter.getFinishedSpans().map((span) => [span.spanContext().spanId, span]));
      const pathOf = ({ name, parentSpanContext }: ReadableSpan): string => {
        const parent = parentSpanContext && spans.get(parentSpanContext.spanId);
        return parent === undefined ? name : `${pathOf(parent)} > ${name}`;
      };
      return [...spans.values()].map(pathOf);
    },
    [Symbol.dispose]() {
      for (const api of [context, trace]) api.disable();
    },
  };
}
