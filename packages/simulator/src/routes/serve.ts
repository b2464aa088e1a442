import { sleep } from "@analytics-engines/core/basics";
import { deliver, dropConnection, insteadOfAnswer } from "../faults/answers.ts";
import type { Wire } from "../faults/wire.ts";
import { headersToLog, type Service } from "../service.ts";
import { type Incoming, Refusal, type Reply, refusalReply, wireAnswer } from "./exchange.ts";

/** A request as the router has it. */
interface Routed extends Pick<Incoming, "request" | "operation" | "parameters"> {
  readonly url: URL;
  readonly wire: Wire | undefined;
}

/** Replies to a request, or throws a `Refusal`. */
export type Answerer = (incoming: Incoming) => Promise<Reply>;

/** Receives any request: logs it, and applies its fault before, around or after the answer. */
export async function serve(service: Service, routed: Routed, answerer: Answerer): Promise<Response> {
  const { url, ...route } = routed;
  const { request, parameters, operation, wire } = route;
  const { clock, settings } = service;
  const entry = service.log.add({
    at: clock.now(),
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: headersToLog(request.headers, deadlineHeader(service)),
    operation,
    parameters,
  });
  const fault = service.faults.next({ operation, jobId: parameters["id"], unit: parameters["unitId"] });
  entry.fault = fault?.kind;
  if (fault?.kind === "refused" || fault?.kind === "reset") return dropConnection(fault.kind, wire);
  if (fault?.kind === "delay") await sleep(clock, fault.seconds * 1000, request.signal);
  const at = clock.now();
  // The token endpoint needs no credentials.
  const authorization = operation.startsWith("oauth.") ? null : request.headers.get("authorization");
  const user = service.users.authenticate(authorization, at);
  const rate = user && service.rateWindow.take(user.username, at);
  const origin = settings.publicOrigin || url.origin;
  const incoming = { ...route, number: entry.number, at, query: url.searchParams, origin, fault, user, rate };
  const reply = (fault && insteadOfAnswer(fault)) ?? (await replyTo(service, incoming, answerer));
  const answer = wireAnswer(service, reply, incoming);
  if (fault?.kind === "lost") return dropConnection("reset", wire);
  entry.status = answer.status;
  return deliver(answer, incoming, clock);
}

async function replyTo(service: Service, incoming: Incoming, answerer: Answerer): Promise<Reply> {
  try {
    return await answerer(incoming);
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(service, error, incoming.number);
    throw error;
  }
}

/** The one request header with the vendor's name. */
export function deadlineHeader({ settings }: Service): string {
  return `X-${settings.vendorWord}-Api-Long-Running-Deadline`;
}

/** The `Location` of a path: absolute or as it is, by the option `location`. */
export function locationOf(path: string, origin: string, { settings }: Service): string {
  return settings.location === "path" ? path : `${origin}${path}`;
}
