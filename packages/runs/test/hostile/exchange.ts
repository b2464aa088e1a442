import type { Socket } from "node:net";
import type { History } from "./history.ts";
import type { Job } from "./service/jobs.ts";
import type { Kind } from "./service/kinds.ts";
import type { Target } from "./service/target.ts";
import type { StillTime } from "./still-time.ts";
import { type Answer, type Encoded, encode } from "./wire/encode.ts";
import type { WireRequest } from "./wire/read-requests.ts";

/** A connection as the server sees it. */
export interface Connection {
  readonly id: number;
  readonly socket: Socket;
  /** The answer to the request before, as it was made. */
  previous?: Encoded;
  /** Each request gets the answer of the one before. */
  isDisplaced?: true;
  /** The next request is reset before the service acts. */
  isDead?: true;
  /** Sent as soon as the next request is there, before its own answer. */
  late?: Encoded;
}

/** One request on its connection, and what a fault can do with it. */
export interface Exchange {
  readonly number: number;
  readonly kind: Kind;
  readonly request: WireRequest;
  readonly target: Target;
  readonly connection: Connection;
  readonly authorization: string;
  /** Another job than the one that the request is of, where there is one. */
  readonly otherJob: Job | undefined;
  /** The address of another origin, which must hear nothing. */
  readonly foreignOrigin: string;
  /** Carries the request out, as the healthy service does. */
  act(): Answer;
  /** The answer with another result, which the job has made from now on. */
  remake(answer: Answer, made: Buffer): Answer;
  /** Carries it out after so many seconds, and drops the answer. */
  actLater(seconds: number): void;
  /** Sends an answer, or its bytes up to `to`. */
  send(answer: Answer | Encoded, to?: number): Promise<void>;
  /** Sends bytes that are no whole answer of the service. */
  sendBytes(bytes: Buffer): Promise<void>;
  /** The bytes of an answer up to `to`, and then a reset, which may take them away again. */
  sendAndReset(encoded: Encoded, to: number): Promise<void>;
  /** Bytes of the body of an answer leave, which `sendBytes` sends. `whole`: all of them, in a frame that is right. */
  noteLeft(answer: Answer, whole: boolean): void;
  /** Lets seconds pass, or time until a promise is kept; time stands still otherwise while the client waits. */
  pause(seconds: number, until?: Promise<unknown>): Promise<void>;
  /** Ends the connection with a FIN. */
  end(): void;
  /** Ends it with an RST. */
  reset(): void;
  /** The answer says something of the job that a client must believe. */
  noteVerdict(): void;
}

interface ExchangeParts {
  readonly number: number;
  readonly kind: Kind;
  readonly request: WireRequest;
  readonly target: Target;
  readonly connection: Connection;
  readonly authorization: string;
  readonly otherJob: Job | undefined;
  readonly foreignOrigin: string;
  readonly time: StillTime;
  readonly history: History;
  readonly job: Job | undefined;
  readonly act: () => Answer;
  readonly later: (seconds: number, work: () => void) => void;
}

export function createExchange(parts: ExchangeParts): Exchange {
  const { number, connection, time, history, target, job, act, later } = parts;
  const { socket } = connection;

  /** The first answer that was begun: what comes after it is nobody's. */
  let first: Answer | undefined;

  function noteLeft(answer: Answer, isAll: boolean): void {
    const { gives, body, status } = answer;
    // Where the body is another, no byte of the result leaves.
    if (gives === undefined || !body.equals(gives.made)) return;
    const answers = answer === first && status >= 200 && status < 300;
    const { jobId, unitId, kind } = gives;
    history.add({ type: "left", exchange: number, jobId, unitId, kind, whole: isAll, answers });
  }

  return {
    ...parts,
    act,
    remake(answer, made) {
      if (answer.gives === undefined || job === undefined) throw new Error("The answer gives nothing.");
      job.made.set(answer.gives.unitId, made);
      return { ...answer, body: made, gives: { ...answer.gives, made } };
    },
    actLater: (seconds) => later(seconds, () => void act()),
    async send(given, to) {
      const encoded = "bytes" in given ? given : encode(given);
      first ??= encoded.answer;
      const end = to ?? encoded.bytes.length;
      if (end > encoded.bodyAt) noteLeft(encoded.answer, end >= encoded.bytes.length);
      await write(socket, encoded.bytes.subarray(0, end));
    },
    sendBytes: (bytes) => write(socket, bytes),
    async sendAndReset(encoded, to) {
      await write(socket, encoded.bytes.subarray(0, to));
      socket.resetAndDestroy();
    },
    noteLeft(answer, whole) {
      first ??= answer;
      noteLeft(answer, whole);
    },
    pause: (seconds, until) => time.pause(number, seconds, until),
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    noteVerdict() {
      if (target.jobId !== undefined) history.add({ type: "verdict", jobId: target.jobId });
    },
  };
}

/** Resolves when the bytes are with the system, or when nobody listens any more. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.write(bytes, () => resolve());
  });
}
