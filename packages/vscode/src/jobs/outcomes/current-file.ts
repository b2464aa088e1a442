import { canonicalUnit } from "@analytics-engines/core/basics";
import { fixValues } from "@analytics-engines/core/files";
import {
  digestParameters,
  isolateUnit,
  type ParameterFile,
  type ReadOptions,
  readParameterFile,
} from "@analytics-engines/core/parameters";
import type { RecordedFile } from "../store/history.ts";

/** The text of a parameter file as it is now, to be compared with what an earlier run computed. */
export class CurrentFile {
  readonly #text: string;
  readonly #options: ReadOptions;
  /** The file as it was read. */
  readonly whole: ParameterFile;
  readonly #parts = new Map<string, ParameterFile | undefined>();
  #digest: Promise<string> | undefined;

  /** @param whole the text as it was read already */
  constructor(text: string, options: ReadOptions, whole: ParameterFile = readParameterFile(text, options)) {
    this.#text = text;
    this.#options = options;
    this.whole = whole;
  }

  /**
   * The file with the parameters of a unit; undefined if the file has no such unit, or if the unit has errors. Errors in other units do not
   * count.
   */
  withUnit(id: string): ParameterFile | undefined {
    const { request, units } = this.whole;
    if (request !== undefined) return units.length === 0 || units.includes(id) ? this.whole : undefined;
    if (!this.#parts.has(id)) this.#parts.set(id, this.#readUnit(id));
    return this.#parts.get(id);
  }

  /** Whether a unit is as an earlier request had it. */
  async hasUnit(id: string, file: RecordedFile, request: unknown): Promise<boolean> {
    const part = this.withUnit(id);
    if (part === undefined) return false;
    if (part.units.length === 0) return this.isFile(file);
    const before = canonicalUnit(request, id);
    return before !== undefined && before === canonicalUnit(fixedAs(part, file).request, id);
  }

  /** Whether the whole file is as an earlier run computed it. */
  async isFile(file: RecordedFile): Promise<boolean> {
    if (this.whole.request === undefined) return false;
    if (file.fixedValues !== undefined)
      return (await digestParameters(fixedAs(this.whole, file))) === file.parametersSha256;
    this.#digest ??= digestParameters(this.whole);
    return (await this.#digest) === file.parametersSha256;
  }

  #readUnit(id: string): ParameterFile | undefined {
    const text = isolateUnit(this.#text, id);
    const family = this.whole.family ?? this.#options.family;
    const part = text === undefined ? undefined : readParameterFile(text, { ...this.#options, family });
    return part?.request === undefined ? undefined : part;
  }
}

/** The file with the dates and the currency that the set of a run fixed. */
export function fixedAs(file: ParameterFile, { fixedValues }: RecordedFile): ParameterFile {
  if (fixedValues === undefined) return file;
  const result = fixValues(file, fixedValues);
  return "file" in result ? result.file : file;
}
