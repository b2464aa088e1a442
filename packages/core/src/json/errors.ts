/** A result that cannot be read as tables. The message names the place in the result. */
export class ResultDecodeError extends Error {
  override readonly name = "ResultDecodeError";
  readonly code = "result-not-decodable";
  /** The place in the result, without the envelope: `tables.<id>.data.rows[7]`; empty for the result as a whole. */
  readonly place: string;
  /** The bytes of the result, where it was decoded from bytes. Not enumerable, so that no log shows them. */
  declare readonly bytes?: Uint8Array;

  constructor(place: string, problem: string, options?: ErrorOptions) {
    super(place === "" ? problem : `${place}: ${problem}`, options);
    this.place = place;
  }

  /** This error, with the bytes that could not be decoded. */
  withBytes(bytes: Uint8Array): this {
    Object.defineProperty(this, "bytes", { value: bytes, enumerable: false, configurable: true });
    return this;
  }
}
