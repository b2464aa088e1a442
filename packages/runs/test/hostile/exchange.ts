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
  /** The answer that was made for the request before. */
  previous?: Encoded;
  /** Each request gets the answer to the one before. */
  isDisplaced?: true;
  /** The next request is reset before the service acts. */
  isDead?: true;
  /** An answer to send when the next request arrives, before its own answer. */
  late?: Encoded;
}

/** What a request is about: the parts of its exchange that hold as they come. */
interface RequestParts {
  readonly number: number;
  readonly kind: Kind;
  readonly request: WireRequest;
  readonly target: Target;
  readonly connection: Connection;
  readonly authorization: string;
  /** A job other than that of the request, if there is one. */
  readonly otherJob: Job | undefined;
  /** An address of another origin, to which the client must send nothing. */
  readonly foreignOrigin: string;
}

/** One request on its connection, and what a fault can do with it. */
export interface Exchange extends RequestParts {
  /** Carries the request out as the healthy service does. */
  act(): Answer;
  /** Returns the answer with another result, which from now on is the one that the job made. */
  remake(answer: Answer, made: Buffer): Answer;
  /** Carries the request out after this many seconds, and drops the answer. */
  actLater(seconds: number): void;
  /** Sends an answer, or its bytes up to `to`. */
  send(answer: Answer | Encoded, to?: number): Promise<void>;
  /** Sends bytes as they are. The history does not mention them; `noteSentBytes` does that. */
  sendBytes(bytes: Buffer): Promise<void>;
  /** Sends the bytes of an answer up to `to`, then resets the connection, so that the client may not get them. */
  sendAndReset(encoded: Encoded, to: number): Promise<void>;
  /** Notes that `sendBytes` sends bytes of the body of an answer. `whole`: all of its bytes, correctly framed. */
  noteSentBytes(answer: Answer, whole: boolean): void;
  /** Lets seconds pass, or fewer if `until` resolves earlier. Otherwise time stands still while the client waits. */
  pause(seconds: number, until?: Promise<unknown>): Promise<void>;
  /** The process of the client is paused for so many seconds. */
  leap(seconds: number): void;
  /** Ends the connection with a FIN. */
  end(): void;
  /** Ends it with an RST. */
  reset(): void;
  /** Notes that the answer says something about the job that a client must believe. */
  noteVerdict(): void;
}

interface ExchangeParts extends RequestParts {
  readonly time: StillTime;
  readonly history: History;
  readonly job: Job | undefined;
  readonly act: () => Answer;
  readonly later: (seconds: number, work: () => void) => void;
  readonly leap: (seconds: number) => void;
}

export function createExchange(parts: ExchangeParts): Exchange {
  const { number, connection, time, history, target, job, act, later } = parts;
  const { socket } = connection;

  /** The first answer of which bytes were sent. The client takes nothing after it for the answer to this request. */
  let first: Answer | undefined;

  function noteSentBytes(answer: Answer, isAll: boolean): void {
    const { gives, body, status } = answer;
    // If the body was replaced, no byte of the result leaves.
    if (gives === undefined || !body.equals(gives.made)) return;
    const answers = answer === first && status >= 200 && status < 300;
    const { jobId, unitId, kind } = gives;
    history.add({ type: "sent-bytes", exchange: number, jobId, unitId, kind, whole: isAll, answers });
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
      if (end > encoded.bodyAt) noteSentBytes(encoded.answer, end >= encoded.bytes.length);
      await write(socket, encoded.bytes.subarray(0, end));
    },
    sendBytes: (bytes) => write(socket, bytes),
    async sendAndReset(encoded, to) {
      await write(socket, encoded.bytes.subarray(0, to));
      socket.resetAndDestroy();
    },
    noteSentBytes(answer, whole) {
      first ??= answer;
      noteSentBytes(answer, whole);
    },
    pause: (seconds, until) => time.pause(number, seconds, until),
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    noteVerdict() {
      if (target.jobId !== undefined) history.add({ type: "verdict", jobId: target.jobId });
    },
  };
}

/** Resolves when the system has taken the bytes, or at once if the connection is closed. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.write(bytes, () => resolve());
  });
}
