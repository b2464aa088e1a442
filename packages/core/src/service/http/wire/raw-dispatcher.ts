import { type AnswerSocket, watchNextRequest } from "./answer-socket.ts";
import { nodeZlib } from "./node.ts";

/** A dispatcher of undici, which Node's fetch sends its requests through. */
interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
  readonly isMockActive?: boolean;
}

/** A dispatcher for one request of Node's fetch, which does not decode the answer: see `adaptHandler`. */
export class RawDispatcher implements Dispatcher {
  /** The `Content-Encoding` of the answer. */
  contentEncoding: string | undefined;

  get isMockActive(): boolean {
    return globalDispatcher({})?.isMockActive ?? false;
  }

  dispatch(options: object, handler: object): boolean {
    const dispatcher = globalDispatcher(handler);
    if (dispatcher === undefined) throw new TypeError("this fetch has no dispatcher");
    const adapted = adaptHandler(handler, (contentEncoding) => {
      this.contentEncoding = contentEncoding;
    });
    // Over HTTP/2, no header says how a body ends. The client has time limits of its own, which know what a paused process is.
    return dispatcher.dispatch({ ...options, allowH2: false, headersTimeout: 0, bodyTimeout: 0 }, adapted);
  }
}

const firstVersion = Symbol.for("undici.globalDispatcher.1");
const secondVersion = Symbol.for("undici.globalDispatcher.2");

/** The dispatcher of all fetches without one of their own. Its second version takes handlers with `onResponseStart`. */
function globalDispatcher(handler: object): Dispatcher | undefined {
  const first: unknown = Reflect.get(globalThis, firstVersion);
  const second: unknown = Reflect.get(globalThis, secondVersion);
  const [preferred, other] = "onResponseStart" in handler ? [second, first] : [first, second];
  if (isDispatcher(preferred)) return preferred;
  return isDispatcher(other) ? other : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isDispatcher(value: unknown): value is Dispatcher {
  return isObject(value) && "dispatch" in value && typeof value.dispatch === "function";
}

/**
 * Adapts the handler that a fetch of undici gives to its dispatcher, in either version of that interface:
 * - The fetch returns the body as it was on the wire. Itself, it decodes leniently, and takes a compressed body that was cut for a whole one.
 *   `decodeBody` decodes it strictly.
 * - It accepts `100 Continue` before an answer.
 * - It reads to its end a body whose connection ends behind it. Where the reader is slower than the network, the fetch of Node 24 loses the last
 *   bytes then, or fails with an uncaught error.
 *
 * @param onHead called with the header `Content-Encoding`, which the fetch does not get, when the head of the answer has arrived
 * @returns the handler for the dispatcher; the same one where the client cannot decode
 *
 * @example
 * ```ts
 * import { adaptHandler, decodeBody } from "@analytics-engines/core/client";
 *
 * export async function receive(handler: object, send: (handler: object) => Promise<Response>): Promise<Response> {
 *   let contentEncoding: string | undefined;
 *   const adapted = adaptHandler(handler, (value) => {
 *     contentEncoding = value;
 *   });
 *   return decodeBody(await send(adapted), contentEncoding);
 * }
 * ```
 */
export function adaptHandler(handler: object, onHead: OnHead): object {
  if (nodeZlib() === undefined) return handler;
  if (isSecondHandler(handler)) return new SecondAdapter(handler, onHead);
  return isFirstHandler(handler) ? new FirstAdapter(handler, onHead) : handler;
}

type OnHead = (contentEncoding: string | undefined) => void;

/** The handler of the fetch in undici 6 and 7. */
interface FirstHandler {
  onConnect(...inputs: unknown[]): void;
  onHeaders(status: number, headers: unknown, resume: () => void, statusText: unknown): boolean;
  onData(bytes: unknown): boolean;
  onComplete(trailers: unknown): void;
  onError(error: unknown): void;
  onUpgrade?(...inputs: unknown[]): void;
  onBodySent?(bytes: unknown): void;
  onRequestSent?(): void;
  onResponseStarted?(): void;
}

/** The handler of the fetch in undici 8. */
interface SecondHandler {
  onRequestStart(...inputs: unknown[]): void;
  onResponseStart(controller: unknown, status: number, headers: unknown, statusText: unknown): void;
  onResponseData(controller: unknown, bytes: unknown): void;
  onResponseEnd(controller: unknown, trailers: unknown): void;
  onResponseError(controller: unknown, error: unknown): void;
  onRequestUpgrade?(...inputs: unknown[]): void;
  onBodySent?(bytes: unknown): void;
  onRequestSent?(): void;
  onResponseStarted?(): void;
}

const hasMethods = (handler: object, names: readonly string[]) =>
  names.every((name) => typeof Reflect.get(handler, name) === "function");

function isFirstHandler(handler: object): handler is FirstHandler {
  return hasMethods(handler, ["onConnect", "onHeaders", "onData", "onComplete", "onError"]);
}

function isSecondHandler(handler: object): handler is SecondHandler {
  return hasMethods(handler, [
    "onRequestStart",
    "onResponseStart",
    "onResponseData",
    "onResponseEnd",
    "onResponseError",
  ]);
}
/** What both versions of a handler do. They are classes, because new functions for each request take 5 % of the time of a status read. */
class Adapter {
  /** It is there as soon as the request is being written. */
  protected socket: AnswerSocket | undefined;
  readonly #onSocket = (socket: AnswerSocket) => {
    this.socket = socket;
  };

  protected watchSocket(): void {
    watchNextRequest(this.#onSocket);
  }
}

class FirstAdapter extends Adapter implements FirstHandler {
  readonly #handler: FirstHandler;
  readonly #onHead: OnHead;

  constructor(handler: FirstHandler, onHead: OnHead) {
    super();
    this.#handler = handler;
    this.#onHead = onHead;
  }

  onConnect(...inputs: unknown[]) {
    this.watchSocket();
    this.#handler.onConnect(...inputs);
  }

  onHeaders(status: number, headers: unknown, resume: () => void, statusText: unknown) {
    this.#onHead(takeFromList(headers));
    const resumeSocket = () => {
      this.socket?.release();
      resume();
    };
    return this.#handler.onHeaders(status, headers, resumeSocket, statusText);
  }

  /** The parser of undici must not pause: it does not expect that the connection ends meanwhile. So the socket keeps the bytes back. */
  onData(bytes: unknown) {
    const takesMore = this.#handler.onData(bytes);
    if (takesMore !== false || this.socket === undefined) return takesMore;
    this.socket.hold();
    return true;
  }

  onComplete(trailers: unknown) {
    this.socket?.release();
    this.#handler.onComplete(trailers);
  }

  onError(error: unknown) {
    this.#handler.onError(error);
  }

  onUpgrade(...inputs: unknown[]) {
    this.#handler.onUpgrade?.(...inputs);
  }

  onBodySent(bytes: unknown) {
    this.#handler.onBodySent?.(bytes);
  }

  onRequestSent() {
    this.#handler.onRequestSent?.();
  }

  onResponseStarted() {
    this.#handler.onResponseStarted?.();
  }
}

class SecondAdapter extends Adapter implements SecondHandler {
  readonly #handler: SecondHandler;
  readonly #onHead: OnHead;

  constructor(handler: SecondHandler, onHead: OnHead) {
    super();
    this.#handler = handler;
    this.#onHead = onHead;
  }

  onRequestStart(...inputs: unknown[]) {
    this.watchSocket();
    this.#handler.onRequestStart(...inputs);
  }

  onResponseStart(controller: unknown, status: number, headers: unknown, statusText: unknown) {
    const ofList = takeFromList(isObject(controller) ? Reflect.get(controller, "rawHeaders") : undefined);
    const ofObject = takeFromObject(headers);
    this.#onHead(ofList ?? ofObject);
    if (isObject(controller) && this.socket !== undefined) pauseSocket(controller, this.socket);
    this.#handler.onResponseStart(controller, status, headers, statusText);
  }

  onResponseData(controller: unknown, bytes: unknown) {
    this.#handler.onResponseData(controller, bytes);
  }

  onResponseEnd(controller: unknown, trailers: unknown) {
    this.socket?.release();
    this.#handler.onResponseEnd(controller, trailers);
  }

  onResponseError(controller: unknown, error: unknown) {
    this.#handler.onResponseError(controller, error);
  }

  onRequestUpgrade(...inputs: unknown[]) {
    this.#handler.onRequestUpgrade?.(...inputs);
  }

  onBodySent(bytes: unknown) {
    this.#handler.onBodySent?.(bytes);
  }

  onRequestSent() {
    this.#handler.onRequestSent?.();
  }

  onResponseStarted() {
    this.#handler.onResponseStarted?.();
  }
}

/** Lets the socket pause in place of the parser of undici, which does not expect that the connection ends meanwhile. */
function pauseSocket(controller: object, socket: AnswerSocket): void {
  if (hasMethods(controller, ["pause"])) Reflect.set(controller, "pause", socket.hold);
  const resume: unknown = Reflect.get(controller, "resume");
  if (typeof resume !== "function") return;
  Reflect.set(controller, "resume", () => {
    socket.release();
    Reflect.apply(resume, controller, []);
  });
}

/** Takes `Content-Encoding` out of a list of names and values, text or bytes. */
function takeFromList(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const values: string[] = [];
  for (let at = list.length - 2; at >= 0; at -= 2) {
    if (!isContentEncoding(list[at])) continue;
    const [, value] = list.splice(at, 2);
    values.unshift(textOf(value));
  }
  return values.length === 0 ? undefined : values.join(",");
}

function takeFromObject(headers: unknown): string | undefined {
  if (!isObject(headers)) return undefined;
  const values = Object.entries(headers).filter(([name]) => isContentEncoding(name));
  for (const [name] of values) Reflect.deleteProperty(headers, name);
  return values.length === 0 ? undefined : values.map(([, value]) => textOf(value)).join(",");
}

const CONTENT_ENCODING = "content-encoding";

function isContentEncoding(name: unknown): boolean {
  // Nearly all names have another length, and it takes 7 us to make text of the bytes of all names of an answer.
  if ((typeof name === "string" || name instanceof Uint8Array) && name.length !== CONTENT_ENCODING.length) return false;
  return textOf(name).toLowerCase() === CONTENT_ENCODING;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return value instanceof Uint8Array ? String.fromCharCode(...value) : String(value);
}
