import { isObject } from "../../../json/value.ts";
import { nodeChannels } from "./node.ts";

/** The part of a socket that is used here. */
interface Socket {
  read: (...inputs: unknown[]) => unknown;
  emit(event: string): unknown;
}

/** A connection of undici between its socket and its parser. */
export interface AnswerSocket {
  /** Keeps bytes back from the parser until `release`. They stay in the socket, and soon at their sender. */
  readonly hold: () => void;
  readonly release: () => void;
}

type OnSocket = (socket: AnswerSocket) => void;

const readers = new WeakMap<Socket, ReadThrough>();
let isWatching = false;
let nextRequest: OnSocket | undefined;

/**
 * Finds the socket of a request. Call it when the request is about to be written, in the call of undici that writes it.
 *
 * From then on, undici reads the answer through an own reader, which makes a 102 of each `100 Continue`. HTTP asks clients to accept a 100 that
 * they did not ask for. Undici closes its connection instead, and an answer that the service gives only once is lost. It accepts a 102.
 */
export function watchNextRequest(onSocket: OnSocket): void {
  if (!isWatching) nodeChannels()?.subscribe("undici:client:sendHeaders", requestWritten);
  isWatching = true;
  nextRequest = onSocket;
  queueMicrotask(() => {
    if (nextRequest === onSocket) nextRequest = undefined;
  });
}

function requestWritten(message: unknown): void {
  const onSocket = nextRequest;
  nextRequest = undefined;
  const socket = isObject(message) ? message["socket"] : undefined;
  if (onSocket === undefined || !isSocket(socket)) return;
  const through = readers.get(socket) ?? new ReadThrough(socket);
  readers.set(socket, through);
  through.expectHead();
  onSocket(through);
}

function isSocket(value: unknown): value is Socket {
  return isObject(value) && typeof value["read"] === "function" && typeof value["emit"] === "function";
}

class ReadThrough implements AnswerSocket {
  readonly #socket: Socket;
  readonly #heads = new HeadReader();
  #isHeld = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    const read = socket.read;
    socket.read = (...inputs) => {
      if (this.#isHeld) return null;
      const bytes = Reflect.apply(read, socket, inputs);
      if (bytes instanceof Uint8Array) this.#heads.acceptContinue(bytes);
      return bytes;
    };
  }

  expectHead(): void {
    this.#isHeld = false;
    this.#heads.expectHead();
  }

  readonly hold = (): void => {
    this.#isHeld = true;
  };

  readonly release = (): void => {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    // Undici reads when it hears this, and not while it reads.
    queueMicrotask(() => this.#socket.emit("readable"));
  };
}

/** The status line up to its status. `#` is any digit. */
const LINE = "HTTP/1.# ###";

/** Follows the heads of an answer through the bytes of a connection, which can be divided anywhere. */
class HeadReader {
  /** `line`: in a status line. `fields`: in the rest of the head of an interim answer. `body`: the final answer has begun. */
  #place: "line" | "fields" | "body" = "body";
  /** The status line so far, or whether the line of a field is empty so far. */
  #line = "";

  expectHead(): void {
    this.#place = "line";
    this.#line = "";
  }

  /** Makes a 102 of each 100 in a status line, in place. */
  acceptContinue(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#place !== "body"; at++) {
      const character = String.fromCharCode(bytes[at] ?? 0);
      if (this.#place === "fields") this.#readFields(character);
      else if (this.#readLine(character) === "100") bytes[at] = 0x32;
    }
  }

  /** Returns the status with its last digit. */
  #readLine(character: string): string | undefined {
    const expected = LINE[this.#line.length];
    this.#line += character;
    const isAsExpected = expected === character || (expected === "#" && /\d/.test(character));
    if (!isAsExpected) this.#place = "body";
    if (!isAsExpected || this.#line.length < LINE.length) return undefined;
    const status = this.#line.slice(-3);
    this.#place = status.startsWith("1") && status !== "101" ? "fields" : "body";
    return status;
  }

  /** An empty line ends the head. */
  #readFields(character: string): void {
    if (character === "\r") return;
    if (character !== "\n") this.#line = character;
    else if (this.#line === "") this.#place = "line";
    else this.#line = "";
  }
}
