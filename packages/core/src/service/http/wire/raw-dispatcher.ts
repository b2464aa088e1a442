import { isObject } from "../../../json/value.ts";
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
  const versions = isSecondHandler(handler) ? [secondVersion, firstVersion] : [firstVersion, secondVersion];
  return versions.map((version): unknown => Reflect.get(globalThis, version)).find(isDispatcher);
}

function isDispatcher(value: unknown): value is Dispatcher {
  return isObject(value) && typeof value["dispatch"] === "function";
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
  onResponseStarted?(): void;
}

/** The handler of the fetch in undici 8. */
interface SecondHandler {
  onRequestStart(...inputs: unknown[]): void;
  onResponseStart(controller: Controller, status: number, headers: unknown, statusText: unknown): void;
  onResponseData(...inputs: unknown[]): void;
  onResponseEnd(...inputs: unknown[]): void;
  onResponseError(...inputs: unknown[]): void;
  onResponseStarted?(): void;
}

interface Controller {
  readonly rawHeaders?: unknown;
  pause?(): void;
  resume?(): void;
}

// Undici itself tells the versions apart by one method.
const isFirstHandler = (handler: object): handler is FirstHandler => "onHeaders" in handler;
const isSecondHandler = (handler: object): handler is SecondHandler => "onResponseStart" in handler;

// These are classes, because new functions for each request take 5 % of the time of a status read. The parser of undici must not pause: it
// does not expect that the connection ends meanwhile. So the socket keeps the bytes back.

class FirstAdapter implements FirstHandler {
  readonly #handler: FirstHandler;
  readonly #onHead: OnHead;
  #socket: AnswerSocket | undefined;

  constructor(handler: FirstHandler, onHead: OnHead) {
    this.#handler = handler;
    this.#onHead = onHead;
  }

  onConnect(...inputs: unknown[]) {
    watchNextRequest((socket) => {
      this.#socket = socket;
    });
    this.#handler.onConnect(...inputs);
  }

  onResponseStarted() {
    this.#handler.onResponseStarted?.();
  }

  onHeaders(status: number, headers: unknown, resume: () => void, statusText: unknown) {
    this.#onHead(takeFromList(headers));
    const resumeSocket = () => {
      this.#socket?.release();
      resume();
    };
    return this.#handler.onHeaders(status, headers, resumeSocket, statusText);
  }

  onData(bytes: unknown) {
    const takesMore = this.#handler.onData(bytes);
    if (takesMore !== false || !this.#socket) return takesMore;
    this.#socket.hold();
    return true;
  }

  onComplete(trailers: unknown) {
    this.#socket?.release();
    this.#handler.onComplete(trailers);
  }

  onError(error: unknown) {
    this.#handler.onError(error);
  }
}

class SecondAdapter implements SecondHandler {
  readonly #handler: SecondHandler;
  readonly #onHead: OnHead;
  #socket: AnswerSocket | undefined;

  constructor(handler: SecondHandler, onHead: OnHead) {
    this.#handler = handler;
    this.#onHead = onHead;
  }

  onRequestStart(...inputs: unknown[]) {
    watchNextRequest((socket) => {
      this.#socket = socket;
    });
    this.#handler.onRequestStart(...inputs);
  }

  onResponseStarted() {
    this.#handler.onResponseStarted?.();
  }

  onResponseStart(controller: Controller, status: number, headers: unknown, statusText: unknown) {
    const ofList = takeFromList(controller.rawHeaders);
    const ofObject = takeFromObject(headers);
    this.#onHead(ofList ?? ofObject);
    const socket = this.#socket;
    const { pause, resume } = controller;
    if (socket && typeof pause === "function") {
      controller.pause = socket.hold;
      controller.resume = () => {
        socket.release();
        resume?.call(controller);
      };
    }
    this.#handler.onResponseStart(controller, status, headers, statusText);
  }

  onResponseData(...inputs: unknown[]) {
    this.#handler.onResponseData(...inputs);
  }

  onResponseEnd(...inputs: unknown[]) {
    this.#socket?.release();
    this.#handler.onResponseEnd(...inputs);
  }

  onResponseError(...inputs: unknown[]) {
    this.#handler.onResponseError(...inputs);
  }
}

/** Takes `Content-Encoding` out of a list of names and values, text or bytes. */
function takeFromList(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const values: unknown[] = [];
  for (let at = list.length - 2; at >= 0; at -= 2) {
    if (!isContentEncoding(list[at])) continue;
    const [, value] = list.splice(at, 2);
    values.unshift(value);
  }
  return headerText(values);
}

function takeFromObject(headers: unknown): string | undefined {
  if (!isObject(headers)) return undefined;
  const fields = Object.entries(headers).filter(([name]) => isContentEncoding(name));
  for (const [name] of fields) Reflect.deleteProperty(headers, name);
  return headerText(fields.map(([, value]) => value));
}

/** The value of a header that can come several times. */
const headerText = (values: readonly unknown[]) => (values.length === 0 ? undefined : textOf(values));

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
