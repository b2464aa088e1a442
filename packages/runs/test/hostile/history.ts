/** What happened at the server, in the order in which it happened. The checker reads nothing else of the wire. */
export type HistoryEvent = { readonly at: number } & (
  | {
      readonly type: "request";
      readonly exchange: number;
      readonly connection: number;
      readonly method: string;
      readonly path: string;
      readonly step: Step;
      readonly jobId?: string;
      readonly unitId?: string;
    }
  /** A create was carried out: the job of this parameter file computes. */
  | { readonly type: "accepted"; readonly jobId: string; readonly marker: string }
  /** Bytes of a result or a document were sent on a connection that was not reset. */
  | {
      readonly type: "sent-bytes";
      readonly exchange: number;
      readonly jobId: string;
      readonly unitId: string;
      readonly kind: "result" | "info" | "document";
      readonly whole: boolean;
      /** Whether the client takes them for the answer to this exchange: they come first, and with a status of success. */
      readonly answers: boolean;
    }
  /** The service gave the result away, wherever its bytes went. */
  | { readonly type: "consumed"; readonly jobId: string; readonly unitId: string }
  /** The service answered 404 for a job or a result. */
  | { readonly type: "denied"; readonly jobId: string; readonly unitId?: string }
  /** The service refused or failed a job in a way that a client must believe. */
  | { readonly type: "verdict"; readonly jobId: string }
  | { readonly type: "canceled"; readonly jobId: string }
  /** A fault was played. */
  | { readonly type: "fault"; readonly exchange: number; readonly jobId?: string }
);

/** `look`: a status or parameters read before the client knows that its create was taken. `poll`: the job runs. `status`: it is finished. */
export type Step = "create" | "look" | "poll" | "status" | "info" | "result" | "cancel" | "other";

type Unstamped<Event> = Event extends unknown ? Omit<Event, "at"> : never;

export interface History {
  readonly events: readonly HistoryEvent[];
  add(event: Unstamped<HistoryEvent>): void;
}

export function createHistory(now: () => number): History {
  const events: HistoryEvent[] = [];
  return { events, add: (event) => void events.push({ ...event, at: now() }) };
}
