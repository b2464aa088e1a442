import { wasNotSent } from "../../service/errors/connection-fault.ts";
import type { Breaker } from "../breaker.ts";
import { storageStep } from "../errors.ts";
import type { ResultStore } from "../types.ts";
import type { FamilyAdapter } from "./family-adapter.ts";

/** What is known about the creates of one job. */
export interface CreateState {
  /** Whether a create has left, and the service may still get it. */
  mayArrive: boolean;
}

/**
 * The API of one job with its checks: it reports the outcome of every request to the breaker, notes when a create may have left for the
 * service, and sends no request that may bring a result while the store cannot be used.
 */
export function watchedApi(
  api: FamilyAdapter,
  store: ResultStore,
  breaker: Breaker,
  create: CreateState,
): FamilyAdapter {
  async function withBreaker<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      breaker.noteOutcome();
      return answer;
    } catch (error) {
      breaker.noteOutcome(error);
      throw error;
    }
  }

  async function withStore<T>(call: () => Promise<T>): Promise<T> {
    await storageStep("store", () => store.ready?.());
    return withBreaker(call);
  }

  const { info, cancel } = api;
  return {
    ...api,
    create: (jobId, body, options) =>
      withStore(() =>
        api.create(jobId, body, options).catch((error: unknown) => {
          if (!wasNotSent(error)) create.mayArrive = true;
          throw error;
        }),
      ),
    status: (jobId, options) => (api.statusIsResult ? withStore : withBreaker)(() => api.status(jobId, options)),
    exists: (jobId, options) => withBreaker(() => api.exists(jobId, options)),
    result: (jobId, unitId, options) => withStore(() => api.result(jobId, unitId, options)),
    ...(info && { info: (jobId, unitId, options) => withStore(() => info.call(api, jobId, unitId, options)) }),
    ...(cancel && { cancel: (jobId, options) => withBreaker(() => cancel.call(api, jobId, options)) }),
  };
}
