import { computeInfo, computeResult } from "../results/compute.ts";
import type { Service } from "../service.ts";
import { templatedUnit } from "./echo.ts";
import { type Job, type Unit, type UnitResult, type UnitState, unitShareAt } from "./job.ts";

/** The computation of a unit. */
export function requestOf(service: Service, job: Job, unit: Unit) {
  const templated = job.family === "pa" ? templatedUnit(service, job.user, unit.parameters) : undefined;
  return {
    family: job.family,
    unit: templated?.unit ?? unit.parameters,
    templated: templated?.component,
    meta: job.meta,
    unitId: unit.id,
    seed: service.settings.seed,
    today: new Date(job.startedAt),
  };
}

/** The outcome of a unit that has ended. */
export function outcomeOf(service: Service, job: Job, unit: Unit): UnitResult {
  unit.outcome ??= compute(service, job, unit);
  return unit.outcome;
}

function compute(service: Service, job: Job, unit: Unit): UnitResult {
  const result = computeResult(requestOf(service, job, unit));
  if (!("errors" in result)) return { ok: true, ...result };
  return { ok: false, errors: result.errors.map((item) => ({ ...item, id: `${job.id}:${unit.id}` })) };
}

/** The quant info document of a unit. */
export function infoOf(service: Service, job: Job, unit: Unit) {
  return computeInfo(requestOf(service, job, unit));
}

/** Returns a unit's result for the last time, and forgets its bytes. */
export function consume(unit: Unit, result: UnitResult & { ok: true }): UnitResult & { ok: true } {
  unit.returned = true;
  unit.consumed = true;
  unit.outcome = { ...result, body: new Uint8Array() };
  return result;
}

export function unitStateAt(service: Service, job: Job, unit: Unit, now: number): UnitState {
  const share = unitShareAt(job, unit, now);
  if (job.canceledAt !== undefined) return "Cancelled";
  if (share < 0) return "Queued";
  if (share < 1) return "Executing";
  return outcomeOf(service, job, unit).ok ? "Success" : "Failed";
}

/** Whether the service returned the result of every unit that has one, or whether none of them can be read any more. */
export function jobIs(what: "returned" | "consumed", service: Service, job: Job, now: number): boolean {
  return (
    job.units.some((unit) => unit[what]) &&
    job.units.every((unit) => unit[what] || unitStateAt(service, job, unit, now) === "Failed")
  );
}
