import type { Service } from "../service.ts";
import { type Job, jobStateAt, type SimulatedJobState, type Unit, type UnitCounts, type UnitState } from "./job.ts";
import { jobIs, unitStateAt } from "./outcome.ts";

type Facts = "id" | "family" | "user" | "creates" | "statusReads" | "cancels" | "startedAt" | "seconds";

/** The state of a job in the service, for tests. */
export interface JobView extends Readonly<Pick<Job, Facts>> {
  readonly state: SimulatedJobState;
  /** Whether the service returned every result. */
  readonly returned: boolean;
  readonly units: readonly (UnitCounts & Pick<Unit, "id" | "returned"> & { readonly state: UnitState })[];
}

/** All jobs as they are now, in the order of their creation. */
export function viewJobs(service: Service): readonly JobView[] {
  const now = service.clock.now();
  return Array.from(service.jobs.all(), (job) => ({
    id: job.id,
    family: job.family,
    user: job.user,
    state: jobStateAt(job, now),
    returned: jobIs("returned", service, job, now),
    creates: job.creates,
    statusReads: job.statusReads,
    cancels: job.cancels,
    startedAt: job.startedAt,
    seconds: job.seconds,
    units: job.units.map((unit) => ({
      id: unit.id,
      state: unitStateAt(service, job, unit, now),
      returned: unit.returned,
      ...(job.counts.get(unit.id) ?? { resultReads: 0, resultAttempts: 0, infoReads: 0 }),
    })),
  }));
}
