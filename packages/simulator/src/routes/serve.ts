import { type Endpoint, sleep } from "@analytics-engines/core";
import { deliver, type Wire } from "../faults/deliver.ts";
import { dropConnection, insteadOfAnswer } from "../faults/instead.ts";
import { keptHeaders } from "../requests.ts";
import type { Service } from "../service.ts";
import { checkAccept, checkParameters, checkPermission, checkQuery, readBody } from "./checks.ts";
import { type Exchange, type Handler, Refusal, type Reply } from "./exchange.ts";
import { refusalReply, type Standing, type WireAnswer, wireAnswer } from "./reply.ts";

/** A request with what its address says. `row` is missing where no operation has the address. */
export interface Incoming {
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly row: Endpoint | undefined;
  readonly handler: Handler;
  /** The server's side of the connection, where there is one. */
  readonly wire: Wire | undefined;
}

/** Answers one request: log, faults, credentials, rate limit, checks, then the operation itself. */
export async function serve(service: Service, incoming: Incoming): Promise<Response> {
  const { request, parameters, row, wire } = incoming;
  const { clock, settings } = service;
  const url = new URL(request.url);
  const operation = row?.operation ?? "unknown";
  const entry = service.log.add({
    at: clock.now(),
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: keptHeaders(request.headers, `X-${settings.vendorWord}-Api-Long-Running-Deadline`),
    operation,
    parameters,
  });
  const fault = service.faults.next({ operation, jobId: parameters["id"], unit: parameters["unitId"] });
  entry.fault = fault?.kind;
  if (fault?.kind === "refused" || fault?.kind === "reset") return dropConnection(fault.kind, wire);
  if (fault?.kind === "delay") await sleep(clock, fault.seconds * 1000, request.signal);

  const at = clock.now();
  const user = service.users.authenticate(request.headers.get("authorization"), at);
  const rate = user && service.rateWindow.take(user.username, at);
  const standing: Standing = { number: entry.number, authenticated: user !== undefined, rate };
  const gzip = wire !== undefined && /\bgzip\b/i.test(request.headers.get("accept-encoding") ?? "");

  let answer: WireAnswer;
  const replaced = fault && insteadOfAnswer(fault);
  if (replaced !== undefined) answer = wireAnswer(service, replaced, standing, false);
  else {
    const reply = await answerOf();
    answer = wireAnswer(service, reply, standing, gzip);
  }
  if (fault?.kind === "lost") return dropConnection("reset", wire);
  entry.status = answer.status;
  return deliver(answer, { fault, clock, wire, request, origin: originOf(service, url) });

  async function answerOf(): Promise<Reply> {
    try {
      if (user === undefined) throw new Refusal(401, "", { "WWW-Authenticate": 'Basic realm="service"' });
      if (rate?.allowed === false) {
        throw new Refusal(429, "The rate limit is reached", { "Retry-After": String(rate.resetSeconds) });
      }
      if (row === undefined) throw new Refusal(404, `Nothing is found at ${url.pathname}`);
      checkPermission(row, user);
      checkAccept(row, request.headers.get("accept"));
      checkParameters(row, parameters);
      checkQuery(row, url.searchParams);
      const body =
        row.body !== undefined && row.method !== "GET" ? await readBody(request, settings.maxBodyBytes) : undefined;
      const exchange: Exchange = {
        row,
        user,
        at,
        parameters,
        query: url.searchParams,
        request,
        origin: originOf(service, url),
        body,
        fault,
      };
      return await incoming.handler(exchange, service);
    } catch (error) {
      if (error instanceof Refusal) return refusalReply(service, error, entry.number);
      throw error;
    }
  }
}

export function originOf(service: Service, url: URL): string {
  return service.settings.publicOrigin || url.origin;
}
