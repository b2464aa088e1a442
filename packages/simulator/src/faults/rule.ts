/**
 * A fault of one request. *Carried out*: the service does what the request asks for (creates the job, spends the result), but the client
 * does not get the right answer. The other faults leave the service unchanged.
 */
export type Fault =
  /** The connection is closed before the service reads anything. Not carried out. */
  | { readonly kind: "refused" }
  /** The connection is reset before the answer. Not carried out. */
  | { readonly kind: "reset" }
  /** Carried out; the connection is reset before the answer. */
  | { readonly kind: "lost" }
  /** Carried out; the connection is reset between the headers and the body. */
  | { readonly kind: "reset-after-headers" }
  /** Carried out; the connection ends after `share` of the body (0 to 1, default 0.5). */
  | { readonly kind: "cut"; readonly share?: number }
  /** Carried out; the body comes at this many bytes a second. */
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  /** Carried out, after this many seconds. */
  | { readonly kind: "delay"; readonly seconds: number }
  /** Carried out; `Content-Length` announces `by` bytes more than come, or fewer if `by` is negative. Default 10. */
  | { readonly kind: "wrong-length"; readonly by?: number }
  /** Carried out; the body is announced as gzip and is damaged. */
  | { readonly kind: "broken-gzip" }
  /** Carried out; the body is half of the JSON text. */
  | { readonly kind: "broken-json" }
  /** Carried out; a result comes as an example of version 3 of its format: JSON, or Arrow for Feather. */
  | { readonly kind: "stach-3" }
  /** Carried out; `Location` and the addresses in the body point to another origin. Default `https://elsewhere.example`. */
  | { readonly kind: "foreign-location"; readonly origin?: string }
  /** Carried out; the job's progress stalls from now on. The job itself ends in time. */
  | { readonly kind: "stalled" }
  /** 503 with an HTML page, as from a proxy. Not carried out. */
  | { readonly kind: "503" }
  /** 500 with the service's error list. Not carried out. */
  | { readonly kind: "500" }
  /** 429; `Retry-After` only where seconds are given. Not carried out. */
  | { readonly kind: "429"; readonly retryAfterSeconds?: number }
  /** 404 "Calculation not found". Not carried out. */
  | { readonly kind: "404" };

export type FaultKind = Fault["kind"];

/** The requests that a rule matches: those that meet every condition given. */
export interface FaultCondition {
  /**
   * The operation: its whole name (`pa.calculations.status`), an end of it (`status`), or the family and the last part (`pa.status`).
   * `create` also means a create by PUT; `connection` a new TCP connection; left out, every operation.
   */
  readonly operation?: string;
  readonly jobId?: string;
  readonly unit?: string;
  /** Only the nth such request, from 1. */
  readonly nth?: number;
  /** Every nth such request: 3 is the 3rd, 6th, 9th, ... */
  readonly every?: number;
  /** The probability of each request, 0 to 1; the seed decides. */
  readonly probability?: number;
}

export interface FaultRule {
  readonly on: FaultCondition;
  readonly fault: Fault;
}
