import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

/** What an application records that has registered OpenTelemetry. */
export interface Recording extends Disposable {
  /** The spans that have ended. */
  readonly spans: readonly ReadableSpan[];
  /** Each span with those above it, by their names: `jobs > job > poll`. */
  paths(): string[];
  /** The sums of the counters, with their attributes: `analytics_engines.jobs {...}`. */
  counts(): Promise<Map<string, number>>;
}

/** Registers OpenTelemetry as an application does, until the recording is disposed of. */
export function recordTelemetry(): Recording {
  const exporter = new InMemorySpanExporter();
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: metricExporter })] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  metrics.setGlobalMeterProvider(provider);
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
    async counts() {
      await provider.forceFlush();
      const latest = metricExporter.getMetrics().at(-1)?.scopeMetrics ?? [];
      return new Map(
        latest.flatMap(({ metrics: all }) =>
          all.flatMap(({ descriptor, dataPoints }) =>
            dataPoints.map(({ attributes, value }) => [
              `${descriptor.name} ${JSON.stringify(attributes)}`,
              Number(value),
            ]),
          ),
        ),
      );
    },
    [Symbol.dispose]() {
      for (const api of [context, trace, metrics]) api.disable();
      void provider.shutdown();
    },
  };
}
