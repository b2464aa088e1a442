import type { Service } from "../service.ts";
import { unitPath } from "./addresses.ts";
import { type Job, jobStateAt, type Unit, unitShareAt } from "./job.ts";
import { outcomeOf, unitStateAt } from "./outcome.ts";
import { percentAt } from "./progress.ts";

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
