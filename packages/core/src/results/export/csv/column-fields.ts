import { MORE } from "../../../json/tokens.ts";
import type { ColumnPart, PartValues } from "../source/column-parts.ts";
import { ByteSink } from "./byte-sink.ts";
import { FieldReader } from "./field-reader.ts";
import type { CsvOptions } from "./fields.ts";

/** The first capacity for fields and bytes. It is small, since there may be a hundred thousand columns. */
const FEW = 1 << 6;

/** The fields of a part of a column, one after another. */
export class ColumnFields implements PartValues {
  readonly #field: FieldReader;
  readonly #fields = new ByteSink(FEW);
  /** Where each field ends. */
  #ends = new Uint32Array(FEW);

  constructor({ column, isVersion1 }: ColumnPart, options: CsvOptions) {
    this.#field = new FieldReader(column, options, isVersion1);
  }

  get bytes(): number {
    return this.#fields.length;
  }

  clear(): void {
    this.#fields.clear();
  }

  read(bytes: Uint8Array, pos: number, end: number, index: number, place: () => string): number {
    const after = this.#field.read(bytes, pos, end, index, place);
    if (after === MORE) return MORE;
    this.#field.write(index, this.#fields);
    if (index === this.#ends.length) this.#ends = new Uint32Array(this.#ends.buffer.transfer(index * 8));
    this.#ends[index] = this.#fields.length;
    return after;
  }

  /** Copies a field. */
  write(index: number, sink: ByteSink): void {
    this.#fields.copyTo(sink, index === 0 ? 0 : (this.#ends[index - 1] ?? 0), this.#ends[index] ?? 0);
  }
}
