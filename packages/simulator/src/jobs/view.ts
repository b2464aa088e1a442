import { families } from "@analytics-engines/core/basics";
import type { Service } from "../service.ts";
import {
  type Job,
  jobStateAt,
  percentAt,
  type SimulatedJobState,
  type Unit,
  type UnitCounts,
  type UnitState,
  unitShareAt,
} from "./job.ts";
import { jobIs, outcomeOf, unitStateAt } from "./outcome.ts";

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

/** The CalculationStatusRoot of a job with units. Values that are not known yet are `null`, as in the service. */
export function statusBody(service: Service, job: Job, now: number, origin: string): unknown {
  const infos = job.units.map(({ id }) => [id, { info: `${origin}${unitPath(job, id, "info")}` }]);
  return {
    data: {
      calculationid: job.id,
      status: jobStateAt(job, now),
      units: Object.fromEntries(job.units.map((unit) => [unit.id, unitBody(service, job, unit, now, origin)])),
    },
    ...(job.family === "quant" ? { meta: { units: Object.fromEntries(infos) } } : {}),
  };
}

function unitBody(service: Service, job: Job, unit: Unit, now: number, origin: string): unknown {
  const status = unitStateAt(service, job, unit, now);
  const running = {
    status,
    errors: null,
    result: null,
    progress: String(percentAt(job.curve, unitShareAt(job, unit, now))),
    points: 0,
    warnings: null,
  };
  if (status !== "Success" && status !== "Failed") return running;
  const outcome = outcomeOf(service, job, unit);
  if (!outcome.ok) return { ...running, errors: outcome.errors };
  return { ...running, result: `${origin}${unitPath(job, unit.id, "result")}`, points: 1, warnings: outcome.warnings };
}

/** The path of a job, as `/analytics/engines/pa/v3/calculations/ID`. */
export function jobPath({ family, id }: Pick<Job, "family" | "id">): string {
  const { version, kind } = families[family];
  return `/analytics/engines/${family}/${version}/${kind}s/${encodeURIComponent(id)}`;
}

/** The path of a unit's result or info. */
export function unitPath(job: Job, unitId: string, what: "result" | "info"): string {
  const unit = families[job.family].answers === "units" ? `/units/${encodeURIComponent(unitId)}` : "";
  return `${jobPath(job)}${unit}/${what}`;
}
