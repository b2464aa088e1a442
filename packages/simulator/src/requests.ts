import type { FaultKind } from "./faults/rule.ts";

/** One request as the service received it. */
export interface ReceivedRequest {
  /** Counts from 1. */
  readonly number: number;
  /** When it came, milliseconds of the clock. */
  readonly at: number;
  readonly method: string;
  /** The path as sent, still percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The headers that tests need, in lower case; `authorization` has only the scheme. */
  readonly headers: Readonly<Record<string, string>>;
  /** The operation's name; `unknown` where no operation has this address. */
  readonly operation: string;
  /** The path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The status of the answer; undefined before it. */
  status: number | undefined;
  /** Its fault. */
  fault: FaultKind | undefined;
}

/** Remembers the latest `max` requests. */
export function createRequestLog(max: number) {
  const entries: ReceivedRequest[] = [];
  let count = 0;
  return {
    entries,
    add(request: Omit<ReceivedRequest, "number" | "status" | "fault">): ReceivedRequest {
      count += 1;
      const entry: ReceivedRequest = { number: count, ...request, status: undefined, fault: undefined };
      entries.push(entry);
      // The log grows to one and a half times the limit, so that removing the oldest is rare.
      if (entries.length > max * 1.5) entries.splice(0, entries.length - max);
      return entry;
    },
  };
}

const loggedHeaders = ["accept", "accept-encoding", "cache-control", "content-length", "content-type", "user-agent"];

/** The headers of a request that the log keeps. */
export function headersToLog(headers: Headers, deadlineHeader: string): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name of [...loggedHeaders, deadlineHeader.toLowerCase()]) {
    const value = headers.get(name);
    if (value !== null) result[name] = value;
  }
  const authorization = headers.get("authorization");
  if (authorization !== null) result["authorization"] = authorization.split(" ", 1)[0] ?? "";
  return result;
}
