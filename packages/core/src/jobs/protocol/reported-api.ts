import type { Attributes, StepName, Telemetry } from "../../telemetry/types.ts";
import type { Created, FamilyAdapter, JobState, ResultRead } from "./family-adapter.ts";

/** The API of one job that reports each call as a step, with the ids and the request key that it is about. */
export function reportedApi(api: FamilyAdapter, telemetry: Telemetry): FamilyAdapter {
  function report<T extends Reportable>(name: StepName, about: Ids, call: () => Promise<T>): Promise<T> {
    const ids = { "analytics_engines.job.id": about.jobId, "analytics_engines.unit.id": about.unitId };
    return telemetry.step(name, ids, async (step) => {
      const answer = await call();
      step.add(factsOf(answer));
      return answer;
    });
  }

  const { info, cancel } = api;
  return {
    ...api,
    create: (jobId, body, options) => report("create", { jobId }, () => api.create(jobId, body, options)),
    status: (jobId, options) => report("poll", { jobId }, () => api.status(jobId, options)),
    exists: (jobId, options) => report("poll", { jobId }, () => api.exists(jobId, options)),
    result: (jobId, unitId, options) => report("read", { jobId, unitId }, () => api.result(jobId, unitId, options)),
    ...(info && {
      info: (jobId, unitId, options) => report("read", { jobId, unitId }, () => info.call(api, jobId, unitId, options)),
    }),
    ...(cancel && {
      cancel: (jobId, options) => report("cancel", { jobId }, () => cancel.call(api, jobId, options)),
    }),
  };
}

interface Ids {
  readonly jobId: string;
  readonly unitId?: string;
}

/** The answers of the calls. */
type Reportable = Created | JobState | ResultRead | boolean | string;

function factsOf(answer: Reportable): Attributes {
  if (typeof answer !== "object") return {};
  // A family whose jobs get their id from the service has it in the answer to the create.
  if ("jobState" in answer)
    return {
      ...factsOf(answer.jobState),
      ...(answer.jobId !== undefined && { "analytics_engines.job.id": answer.jobId }),
    };
  return {
    ...("state" in answer && { "analytics_engines.state": answer.state }),
    ...("meta" in answer && { "analytics_engines.request.key": answer.meta.requestKey }),
  };
}
