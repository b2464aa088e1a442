import type { History } from "../history.ts";
import type { Answer, Given } from "../wire/encode.ts";
import type { WireRequest } from "../wire/read-requests.ts";
import { bareDocument, type Job, type Jobs } from "./jobs.ts";
import type { Kind } from "./kinds.ts";
import type { Target } from "./target.ts";

const json = "application/json";

/** Carries out a request as the healthy service does, and answers it. */
export function createService(kind: Kind, jobs: Jobs, history: History, authorization: string) {
  let keys = 0;

  function answer(status: number, body: Buffer | string, more: Partial<Answer> = {}): Answer {
    keys += 1;
    const headers: [string, string][] = [
      ["X-Acme-Request-Key", `request-${keys}`],
      ["X-Acme-Api-Request-Key", `api-request-${keys}`],
      ["X-Acme-Api-RateLimit-Limit", "100000"],
      ["X-Acme-Api-RateLimit-Remaining", "99999"],
      ["X-Acme-Api-RateLimit-Reset", "1"],
      ...(status === 202 ? [["Cache-Control", "max-age=5"] satisfies [string, string]] : []),
    ];
    const isEmpty = body.length === 0;
    return {
      status,
      ...(!isEmpty && { contentType: json }),
      body: Buffer.from(body),
      framing: "length",
      ...more,
      headers: [...headers, ...(more.headers ?? [])],
    };
  }

  const giving = (status: number, gives: Given): Answer =>
    answer(status, gives.made, {
      contentType: gives.kind === "result" ? kind.contentType : json,
      framing: kind.framing,
      gives,
    });

  function notFound(target: Target, detail: string): Answer {
    const { jobId, unitId } = target;
    if (jobId !== undefined) history.add({ type: "denied", jobId, ...(unitId !== undefined && { unitId }) });
    return answer(404, errorList("NotFound", detail));
  }

  function create({ jobId }: Target, body: Buffer): Answer {
    const job = jobs.accept(jobId, body);
    const [unit = "result"] = kind.units;
    if (kind.gives === "at-create") return giving(201, jobs.consume(job, unit));
    const location: [string, string] = ["Location", statusAddress(kind, job.id)];
    if (kind.answers === "bare") return answer(202, "", { headers: [location] });
    const told = kind.answers === "units" ? unitsDocument(kind, job, false) : { data: { calculationId: job.id } };
    return answer(202, JSON.stringify(told), { headers: [location] });
  }

  function status(target: Target, job: Job): Answer {
    const isDone = jobs.isDone(job);
    if (kind.answers === "bare") {
      const running = bareDocument(job.id, "InProgress", job.marker);
      return isDone ? giving(200, jobs.show(job, "result", "document")) : answer(202, running);
    }
    if (kind.units.every((unit) => job.consumed.has(unit))) return notFound(target, "Calculation not found");
    const progress: [string, string] = ["X-Acme-Api-PickUp-Progress", isDone ? "100" : "40"];
    if (kind.answers === "units") {
      return answer(isDone ? 200 : 202, JSON.stringify(unitsDocument(kind, job, isDone)), { headers: [progress] });
    }
    if (!isDone) return answer(202, "", { headers: [progress] });
    return kind.gives === "at-status" ? giving(201, jobs.consume(job, "result")) : answer(201, '{"data":null}');
  }

  function result(target: Target, job: Job): Answer {
    const unitId = target.unitId ?? "result";
    const name = `Calculation Unit Identifier ${unitId}`;
    if (!job.made.has(unitId) || job.consumed.has(unitId)) return notFound(target, `${name} not found`);
    if (!jobs.isDone(job)) return notFound(target, `${name} not completed yet`);
    return giving(200, jobs.consume(job, unitId));
  }

  return (target: Target, request: WireRequest): Answer => {
    if (request.headers.get("authorization") !== authorization) return answer(401, "");
    if (target.step === "create") return create(target, request.body);
    if (target.jobId === undefined) return answer(200, '{"data":{},"meta":{"pagination":{"totalPages":0}}}');
    const job = jobs.get(target.jobId);
    if (job === undefined || job.canceled) return notFound(target, "Calculation not found");
    if (target.asks === "parameters") return answer(200, job.request);
    if (target.asks === "info") return giving(200, jobs.show(job, target.unitId ?? "", "info"));
    if (target.asks === "result") return result(target, job);
    if (target.asks === "status") return status(target, job);
    jobs.cancel(job);
    return answer(204, "");
  };
}

export function errorList(code: string, detail: string): string {
  return JSON.stringify({ errors: [{ id: "0011223344556677", code, title: "Failed to process request", detail }] });
}

/** The status document of a job with units. */
export function unitsDocument(kind: Kind, { id, consumed }: Pick<Job, "id" | "consumed">, isDone: boolean) {
  const address = statusAddress(kind, id).replace(/\/status$/, "");
  const units = Object.fromEntries(
    kind.units.map((unit) => [
      unit,
      isDone
        ? { status: "Success", result: `${address}/units/${unit}/result`, progress: "100", points: consumed.size }
        : { status: "Executing", progress: "40" },
    ]),
  );
  const infos = Object.fromEntries(kind.units.map((unit) => [unit, { info: `${address}/units/${unit}/info` }]));
  return {
    data: { calculationid: id, status: isDone ? "Completed" : "Executing", units },
    ...(kind.hasInfo && { meta: { units: infos } }),
  };
}

function statusAddress(kind: Kind, id: string): string {
  const noun = kind.family === "npo" ? "optimizations" : "calculations";
  const base = `/analytics/engines/${kind.family}/${kind.answers === "bare" ? "v1" : "v3"}/${noun}/${id}`;
  return kind.answers === "bare" ? base : `${base}/status`;
}
