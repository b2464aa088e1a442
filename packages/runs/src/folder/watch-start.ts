import type { RunEvent } from "@analytics-engines/core";

/** What a run waits for before its first event. */
const waits = {
  lock: "the lock of the run folder",
  folder: "the disk of the run folder",
  check: "an answer to the check of the connection",
  provenance: "git, to find the commit of the parameter files",
  reuse: "the results of an earlier run, and the days of relative dates",
  jobs: "the answer to its first job",
} as const;

/** The pause between two sentences. Longer than the check of the connection and the watch of a lock, so that most runs have none. */
const BETWEEN_SENTENCES_MS = 15_000;

export type StartWatch = ReturnType<typeof watchStart>;

/**
 * Says what a run waits for, while it has had no event. Each step ends by itself, but those that wait for a disk: no program can end them. Then
 * the sentence is all that a user learns.
 */
export function watchStart(onDelay: ((sentence: string) => void) | undefined) {
  let step: keyof typeof waits = "lock";
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    onDelay?.(`The run has not begun after ${seconds} s: it waits for ${waits[step]}.`);
  }, BETWEEN_SENTENCES_MS);
  timer.unref();
  const end = () => clearInterval(timer);
  return {
    begin(next: keyof typeof waits): void {
      step = next;
    },
    end,
    /** A receiver of events that ends the watch at the first one. */
    endAtEvent(onEvent: ((event: RunEvent) => void) | undefined): (event: RunEvent) => void {
      return (event) => {
        end();
        onEvent?.(event);
      };
    },
  };
}
