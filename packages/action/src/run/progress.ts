import { type Clock, type RunEvent, systemClock } from "@analytics-engines/core/client";
import { shorten } from "@analytics-engines/core/text";
import { count, formatBytes, formatSeconds } from "../github/format.ts";
import type { Log } from "../github/log.ts";

/** Seconds between two lines on jobs that advance, and between two where nothing changes. */
const changeSeconds = 2;
const quietSeconds = 10;

/** Shows in the log how the jobs go. */
export interface Progress {
  onEvent(event: RunEvent): void;
  /** The ids of the jobs that were created, by the path of their parameter file. */
  readonly jobIds: ReadonlyMap<string, string>;
  /** How long a job took from its creation to its end, seconds; `undefined` where this process did not see both. */
  seconds(key: string): number | undefined;
  stop(): void;
}

export interface ProgressOptions {
  readonly log: Log;
  /** How many jobs there are. */
  readonly total: number;
  /** Told when more ids are known, at most once a second. */
  readonly onIds: (jobIds: ReadonlyMap<string, string>) => void;
  readonly clock?: Clock;
}

export function createProgress({ log, total, onIds, clock = systemClock }: ProgressOptions): Progress {
  const jobIds = new Map<string, string>();
  const running = new Map<string, number | undefined>();
  const startedAt = new Map<string, number>();
  const took = new Map<string, number>();
  let changed = false;
  let lineAt = clock.now();
  let idsAt = Number.NEGATIVE_INFINITY;
  let idsToldOf = 0;

  const say = (text: string) => {
    lineAt = clock.now();
    log.line(text);
  };
  const tellIds = () => {
    if (idsToldOf === jobIds.size || clock.now() - idsAt < 1000) return;
    idsAt = clock.now();
    idsToldOf = jobIds.size;
    onIds(jobIds);
  };
  const beat = () => {
    tellIds();
    const quiet = (clock.now() - lineAt) / 1000;
    if (running.size > 0 && quiet >= (changed ? changeSeconds : quietSeconds)) {
      changed = false;
      say(overview(running, took.size, total));
    }
    cancelBeat = clock.setTimer(1000, beat);
  };
  let cancelBeat = clock.setTimer(1000, beat);

  return {
    jobIds,
    seconds: (key) => took.get(key),
    stop() {
      cancelBeat();
      idsAt = Number.NEGATIVE_INFINITY;
      tellIds();
    },
    onEvent(event) {
      switch (event.type) {
        case "job-created":
          if (!startedAt.has(event.key)) startedAt.set(event.key, clock.now());
          running.set(event.key, undefined);
          if (event.jobId !== undefined) jobIds.set(event.key, event.jobId);
          say(event.jobId === undefined ? `${event.key}: submitted` : `${event.key}: submitted as job ${event.jobId}`);
          return tellIds();
        case "job-progress":
          jobIds.set(event.key, event.jobId);
          changed ||= running.get(event.key) !== event.progress;
          running.set(event.key, event.progress);
          return tellIds();
        case "unit-finished":
          return say(`${event.key}: unit ${event.unit.id}: ${describeUnit(event.unit)}`);
        case "commentary-created":
          return say(`${event.key}: unit ${event.unitId}: commentary asked for`);
        case "commentary-finished": {
          const { stored, problem = "" } = event;
          const what = stored === undefined ? shorten(problem, 300) : `commentary stored, ${formatBytes(stored.bytes)}`;
          return say(`${event.key}: unit ${event.unitId}: ${what}`);
        }
        case "job-finished": {
          running.delete(event.key);
          const start = startedAt.get(event.key);
          if (start !== undefined) took.set(event.key, (clock.now() - start) / 1000);
          return say(
            `${event.key}: ${event.outcome.status}${start === undefined ? "" : ` after ${formatSeconds((clock.now() - start) / 1000)}`}`,
          );
        }
        case "unreachable": {
          const lasting = event.seconds < 1 ? "" : ` (for ${formatSeconds(event.seconds)})`;
          return say(`No usable answer from the service${lasting}, trying again: ${shorten(event.reason, 300)}`);
        }
        case "waiting":
          return say(
            `Waiting ${formatSeconds(event.seconds)}: ${event.reason === "budget" ? "the service's budget of requests is used up" : "the service asks to wait"}`,
          );
      }
    },
  };
}

function describeUnit(unit: Extract<RunEvent, { type: "unit-finished" }>["unit"]): string {
  const error = unit.errors[0]?.detail ?? unit.errors[0]?.title;
  if (unit.status !== "success") return error === undefined ? unit.status : `${unit.status}: ${shorten(error, 300)}`;
  const warnings = unit.warnings.length === 0 ? "" : `, ${count(unit.warnings.length, "warning")}`;
  return unit.stored === undefined ? `success${warnings}` : `stored, ${formatBytes(unit.stored.bytes)}${warnings}`;
}

function overview(running: ReadonlyMap<string, number | undefined>, done: number, total: number): string {
  const shown = Array.from(running, ([key, progress]) =>
    progress === undefined ? key : `${key} ${Math.floor(progress)} %`,
  );
  const more = shown.length > 5 ? `, and ${shown.length - 5} more` : "";
  return `${done} of ${total} jobs done, ${running.size} running: ${shown.slice(0, 5).join(", ")}${more}`;
}
