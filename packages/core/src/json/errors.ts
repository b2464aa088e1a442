import { isObject, type JsonObject } from "./value.ts";

/** A result that cannot be read as tables. The message names the place in the result. */
export class ResultDecodeError extends Error {
  override readonly name: string = "ResultDecodeError";
  readonly code: string = "result-not-decodable";
  /** The place in the result, without the envelope: `tables.<id>.data.rows[7]`; empty for the result as a whole. */
  readonly path: string;
  /** The bytes of the result, where it was decoded from bytes. Not enumerable, so that no log shows them. */
  declare readonly bytes?: Uint8Array;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(path === "" ? problem : `${path}: ${problem}`, options);
    this.path = path;
  }

  /** This error, with the bytes that could not be decoded. */
  withBytes(bytes: Uint8Array): this {
    Object.defineProperty(this, "bytes", { value: bytes, enumerable: false, configurable: true });
    return this;
  }
}

/** What is read, for messages. */
const READ_FORMS = "STACH versions 1 and 2 as JSON, and Arrow without metadata of another scheme";

const NOT_READ = "which this version does not read";

/** Says that `subject`, such as "the result", is of a form that is not read, and which forms are; without a full stop. */
export function describeUnread(subject: string, form: string): string {
  return `${subject} is ${form}, ${NOT_READ} (it reads ${READ_FORMS})`;
}

/** Whether a warning is one of `describeUnread`. */
export function isUnreadWarning(warning: string): boolean {
  return warning.includes(NOT_READ);
}

/** A result in a version or a form that this program does not read. Its bytes are not damaged. */
export class UnreadVersionError extends ResultDecodeError {
  override readonly name = "UnreadVersionError";
  override readonly code = "unread-version";
  /** What the result is, such as `STACH version 3.0`. */
  readonly form: string;

  constructor(form: string) {
    super("", describeUnread("it", form));
    this.form = form;
  }
}

/** The value at a place as an object. @throws ResultDecodeError for any other value */
export function objectAt(value: unknown, path: string): JsonObject {
  if (isObject(value)) return value;
  throw new ResultDecodeError(path, `an object is expected, not ${kindOf(value)}`);
}

/** The value at a place as a list. @throws ResultDecodeError for any other value */
export function listAt(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ResultDecodeError(path, `a list is expected, not ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}
