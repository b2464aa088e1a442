import { errorType } from "../../telemetry/telemetry.ts";
import type { AnswerMeta } from "../answer.ts";
import type { Connection } from "./connection.ts";
import { type Attempt, type AttemptOutcome, exchange } from "./exchange.ts";

/**
 * Makes one attempt to send a request, and reports it by OpenTelemetry's conventions for HTTP. The address has names of accounts and of
 * documents, so the template of its path is reported instead. Throws as `exchange`.
 * @param count counts the attempts, from 1
 */
export function reportExchange(connection: Connection, attempt: Attempt, count: number): Promise<AttemptOutcome> {
  const { telemetry, server } = connection;
  const { method, path } = attempt.route;
  const route = { "http.request.method": method, "url.template": path };
  const resends = count > 1 ? { "http.request.resend_count": count - 1 } : {};
  return telemetry.request(`${method} ${path}`, { ...route, ...server, ...resends }, async (step) => {
    const outcome = await exchange(connection, attempt);
    if (outcome.kind !== "failed") {
      const size = outcome.kind === "answer" && outcome.body instanceof Uint8Array ? outcome.body.length : undefined;
      step.add({
        "http.response.status_code": outcome.status,
        "http.response.body.size": size,
        ...keysOf(outcome.meta),
      });
    }
    if (outcome.kind !== "answer") step.fail(errorType(outcome.error));
    return outcome;
  });
}

/** The keys of an answer, to quote to support. */
function keysOf({ requestKey, apiRequestKey }: AnswerMeta) {
  return { "analytics_engines.request.key": requestKey, "analytics_engines.api_request.key": apiRequestKey };
}
