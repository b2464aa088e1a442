import { sleep } from "@analytics-engines/core";
import { deliver } from "../faults/deliver.ts";
import { dropConnection } from "../faults/instead.ts";
import type { Fault } from "../faults/rule.ts";
import type { Wire } from "../faults/wire.ts";
import { keptHeaders, type ReceivedRequest } from "../requests.ts";
import type { Service } from "../service.ts";
import type { WireAnswer } from "./reply.ts";

/** A request with the operation and the parameters of its address. */
export interface Incoming {
  readonly request: Request;
  readonly url: URL;
  /** Path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The operation's name; `unknown` where no operation has the address. */
  readonly operation: string;
  /** The server's side of the connection, where there is one. */
  readonly wire: Wire | undefined;
}

/** Answers a request, with its fault if it has one. */
export type Answerer = (incoming: Incoming, entry: ReceivedRequest, fault: Fault | undefined) => Promise<WireAnswer>;

/** Receives any request: logs it, and applies its fault before, around or after the answer. */
export async function serve(service: Service, incoming: Incoming, answerer: Answerer): Promise<Response> {
  const { request, url, parameters, operation, wire } = incoming;
  const { clock } = service;
  const entry = service.log.add({
    at: clock.now(),
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: keptHeaders(request.headers, deadlineHeader(service)),
    operation,
    parameters,
  });
  const fault = service.faults.next({ operation, jobId: parameters["id"], unit: parameters["unitId"] });
  entry.fault = fault?.kind;
  if (fault?.kind === "refused" || fault?.kind === "reset") return dropConnection(fault.kind, wire);
  if (fault?.kind === "delay") await sleep(clock, fault.seconds * 1000, request.signal);
  const answer = await answerer(incoming, entry, fault);
  if (fault?.kind === "lost") return dropConnection("reset", wire);
  entry.status = answer.status;
  return deliver(answer, { fault, clock, wire, request, origin: originOf(service, url) });
}

/** Origin of the addresses in answers. */
export function originOf(service: Service, url: URL): string {
  return service.settings.publicOrigin || url.origin;
}

/** The one request header with the vendor's name. */
export function deadlineHeader({ settings }: Service): string {
  return `X-${settings.vendorWord}-Api-Long-Running-Deadline`;
}

/** The `Location` of a path: absolute or as it is, by the option `location`. */
export function locationOf(path: string, origin: string, { settings }: Service): string {
  return settings.location === "path" ? path : `${origin}${path}`;
}
