/**
 * What goes wrong with one request. Of a fault that is *carried out* the service does what was asked (creates the job, spends
 * the result) and the client does not learn of it as it should; the others leave the service as it was.
 */
export type Fault =
  /** The connection is closed before anything was read. Not carried out. */
  | { readonly kind: "refused" }
  /** The connection is reset before the answer. Not carried out. */
  | { readonly kind: "reset" }
  /** Carried out; the connection is reset before the answer. */
  | { readonly kind: "lost" }
  /** Carried out; the connection is reset between the headers and the body. */
  | { readonly kind: "reset-after-headers" }
  /** Carried out; the connection ends after `share` of the body (0 to 1, default 0.5). */
  | { readonly kind: "cut"; readonly share?: number }
  /** Carried out; the body comes at so many bytes a second. */
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  /** Carried out, and begun so many seconds late. */
  | { readonly kind: "delay"; readonly seconds: number }
  /** Carried out; `Content-Length` announces so many bytes more (or, negative, fewer) than come. Default 10. */
  | { readonly kind: "wrong-length"; readonly by?: number }
  /** Carried out; the body is announced as gzip and is damaged. */
  | { readonly kind: "broken-gzip" }
  /** Carried out; the body is half of the JSON text. */
  | { readonly kind: "broken-json" }
  /** Carried out; `Location` and the addresses in the body point to another origin. Default `https://elsewhere.example`. */
  | { readonly kind: "foreign-location"; readonly origin?: string }
  /** Carried out; the job's progress stays where it is from now on. The job itself ends in time. */
  | { readonly kind: "stalled" }
  /** An HTML page with 503, as a proxy sends it. Not carried out. */
  | { readonly kind: "503" }
  /** 500 with the service's error list. Not carried out. */
  | { readonly kind: "500" }
  /** 429; `Retry-After` only where seconds are given. Not carried out. */
  | { readonly kind: "429"; readonly retryAfterSeconds?: number }
  /** 404 "Calculation not found". Not carried out. */
  | { readonly kind: "404" };

export type FaultKind = Fault["kind"];

/** Which requests a rule is about: those for which everything that it names is true. */
export interface FaultCondition {
  /**
   * The operation: its whole name (`pa.calculations.status`), an end of it (`status`), or family and last word (`pa.status`).
   * `create` also means a create by PUT; `connection` a new TCP connection; left out, every operation.
   */
  readonly operation?: string;
  readonly jobId?: string;
  readonly unit?: string;
  /** Only the nth such request, from 1. */
  readonly nth?: number;
  /** Every so many such requests: 3 is the 3rd, 6th, 9th, ... */
  readonly every?: number;
  /** So likely, 0 to 1; the seed decides. */
  readonly probability?: number;
}

export interface FaultRule {
  readonly on: FaultCondition;
  readonly fault: Fault;
}
