/** More than any answer can be late by, and a megabyte of memory. */
const mostKeys = 10_000;
/** A longer key is remembered by its beginning. */
const longestKey = 100;

/** The API request keys of a connection's answers, the last 10,000: the service gives each answer a key of its own. */
export class SeenKeys {
  readonly #keys = new Set<string>();

  /** Notes a key. Answers whether an earlier answer had it. */
  isRepeated(key: string): boolean {
    const short = key.slice(0, longestKey);
    if (this.#keys.has(short)) return true;
    this.#keys.add(short);
    const [oldest] = this.#keys.size > mostKeys ? this.#keys : [];
    if (oldest !== undefined) this.#keys.delete(oldest);
    return false;
  }
}
