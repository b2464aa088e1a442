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
    adaptHandler(handler, (contentEncoding) => {
      this.contentEncoding = contentEncoding;
    });
    // Over HTTP/2, no header says how a body ends. The client has time limits of its own, which know what a paused process is.
    return dispatcher.dispatch({ ...options, allowH2: false, headersTimeout: 0, bodyTimeout: 0 }, handler);
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
 * Does nothing where the client cannot decode.
 * @param onHead called with the header `Content-Encoding`, which the fetch does not get, when the head of the answer has arrived
 *
 * @example
 * ```ts
 * import { adaptHandler, decodeBody } from "@analytics-engines/core/client";
 *
 * export async function receive(handler: object, send: (handler: object) => Promise<Response>): Promise<Response> {
 *   let contentEncoding: string | undefined;
 *   adaptHandler(handler, (value) => {
 *     contentEncoding = value;
 *   });
 *   return decodeBody(await send(handler), contentEncoding);
 * }
 * ```
 */
export function adaptHandler(handler: object, onHead: (contentEncoding: string | undefined) => void): void {
  if (nodeZlib() === undefined) return;
  let socket: AnswerSocket | undefined;
  const watchSocket = () =>
    watchNextRequest((requestSocket) => {
      socket = requestSocket;
    });
  const release = () => socket?.release();

  // The parser of undici must not pause: it does not expect that the connection ends meanwhile. So the socket keeps the bytes back.
  before(handler, "onRequestStart", watchSocket);
  before(handler, "onResponseStart", ([controller, , headers]) => {
    const raw = isObject(controller) ? Reflect.get(controller, "rawHeaders") : undefined;
    const ofObject = takeFromObject(headers);
    onHead(takeFromList(raw) ?? ofObject);
    if (!isObject(controller) || socket === undefined) return;
    if (typeof Reflect.get(controller, "pause") === "function") Reflect.set(controller, "pause", socket.hold);
    before(controller, "resume", release);
  });
  before(handler, "onResponseEnd", release);

  before(handler, "onConnect", watchSocket);
  before(handler, "onHeaders", (inputs) => {
    const [, raw, resume] = inputs;
    onHead(takeFromList(raw));
    inputs[2] = () => {
      release();
      return typeof resume === "function" ? resume() : undefined;
    };
  });
  const onData: unknown = Reflect.get(handler, "onData");
  if (typeof onData === "function") {
    Reflect.set(handler, "onData", (...inputs: unknown[]) => {
      const takesMore: unknown = Reflect.apply(onData, handler, inputs);
      if (takesMore !== false || socket === undefined) return takesMore;
      socket.hold();
      return true;
    });
  }
  before(handler, "onComplete", release);
}

/** Does something before each call of a method, where the object has that method. It may change the inputs of the call. */
function before(target: object, name: string, action: (inputs: unknown[]) => void): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== "function") return;
  Reflect.set(target, name, (...inputs: unknown[]) => {
    action(inputs);
    return Reflect.apply(original, target, inputs);
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
