import type { BenchmarkSection, Row } from "./report.ts";

export interface Measurement {
  readonly name: string;
  measure(): Promise<readonly Row[]>;
}

/** A benchmark that threw an error before it had its figures. */
export interface FailedMeasurement {
  readonly name: string;
  readonly error: string;
}

/** What a run has so far. */
export interface BenchmarkResults {
  readonly sections: readonly BenchmarkSection[];
  readonly failures: readonly FailedMeasurement[];
}

/**
 * Runs benchmarks one after another. One that throws becomes a failure, and the others still run.
 * @param save is called after each benchmark, so that an interrupted run keeps its figures
 */
export async function runBenchmarks(
  benchmarks: readonly Measurement[],
  save: (results: BenchmarkResults) => void,
  print: (line: string) => void = console.log,
): Promise<BenchmarkResults> {
  let results: BenchmarkResults = { sections: [], failures: [] };
  for (const { name, measure } of benchmarks) {
    const started = performance.now();
    print(`measuring: ${name}`);
    try {
      results = { ...results, sections: [...results.sections, { name, rows: await measure() }] };
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      print(`  failed: ${reason}`);
      results = { ...results, failures: [...results.failures, { name, error: reason }] };
    }
    save(results);
    print(`  took ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return results;
}

/** Whether every benchmark has its figures and every figure meets its target. */
export function meetsTargets({ sections, failures }: BenchmarkResults): boolean {
  return failures.length === 0 && sections.every(({ rows }) => rows.every((row) => row.met));
}
