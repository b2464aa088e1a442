import type { FamilyId } from "@analytics-engines/core/families";
import type { Service } from "../service.ts";
import { jobStateAt, type SimulatedJobState, type UnitCounts, type UnitState } from "./job.ts";
import { isReturned, unitStateAt } from "./outcome.ts";

/** The state of a job in the service, for tests. */
export interface JobView {
  readonly id: string;
  readonly family: FamilyId;
  readonly user: string;
  readonly state: SimulatedJobState;
  /** Whether the service returned every result. */
  readonly returned: boolean;
  /** Creates and updates (runs) that were carried out, also those whose answer was lost. */
  readonly creates: number;
  readonly statusReads: number;
  /** Cancels that were carried out. */
  readonly cancels: number;
  /** When it was created or last run again, milliseconds of the clock. */
  readonly startedAt: number;
  readonly seconds: number;
  readonly units: readonly (UnitCounts & {
    readonly id: string;
    readonly state: UnitState;
    readonly returned: boolean;
  })[];
}

/** All jobs as they are now, in the order of their creation. */
export function viewJobs(service: Service): readonly JobView[] {
  const now = service.clock.now();
  return Array.from(service.jobs.all(), (job) => ({
    id: job.id,
    family: job.family,
    user: job.user,
    state: jobStateAt(job, now),
    returned: isReturned(service, job, now),
    creates: job.creates,
    statusReads: job.statusReads,
    cancels: job.cancels,
    startedAt: job.startedAt,
    seconds: job.seconds,
    units: job.units.map((unit, index) => ({
      id: unit.id,
      state: unitStateAt(service, job, index, now),
      returned: unit.returned,
      ...(job.counts.get(unit.id) ?? { resultReads: 0, resultAttempts: 0, infoReads: 0 }),
    })),
  }));
}
