import type { HistoryEvent } from "../history.ts";
import type { Told, ToldFile } from "./read-folder.ts";

/** All that the checker knows about a run. */
export interface Case {
  readonly history: readonly HistoryEvent[];
  /** The jobs at the server, with what they made. */
  readonly jobs: readonly JobMade[];
  /** The parameter files, with the marker by which the server knows them. */
  readonly files: readonly { readonly path: string; readonly marker: string }[];
  readonly units: readonly string[];
  readonly told: Told;
  /** Every file of the run folder. */
  readonly stored: ReadonlyMap<string, Buffer>;
  readonly secrets: readonly string[];
  /** How much of each body the client took, by exchange. */
  readonly taken: ReadonlyMap<number, number>;
  readonly foreignRequests: number;
  /** Whether the run was resumed with the healthy service. */
  readonly isResumed: boolean;
}

export interface JobMade {
  readonly id: string;
  readonly marker: string;
  readonly canceled: boolean;
  readonly made: ReadonlyMap<string, Buffer>;
  readonly infos: ReadonlyMap<string, Buffer>;
  readonly consumed: ReadonlySet<string>;
}

/** The job that computes a file; the last of several, because the earlier ones were canceled. */
export function jobOf({ jobs, files }: Case, { path }: ToldFile): JobMade | undefined {
  const marker = files.find((file) => file.path === path)?.marker;
  return jobs.findLast((job) => job.marker === marker);
}

export function eventsOf<Type extends HistoryEvent["type"]>(
  history: readonly HistoryEvent[],
  type: Type,
): Extract<HistoryEvent, { type: Type }>[] {
  return history.filter((event): event is Extract<HistoryEvent, { type: Type }> => event.type === type);
}
