/** The client remembers at least this many keys: no late answer comes after so many others. Twice as many keys take a few megabytes. */
const fewestKeys = 10_000;
/** The client remembers only the beginning of a longer key. */
const longestKey = 100;

/** The API request keys of a connection's last answers. The service gives each answer a key of its own. */
export class SeenKeys {
  #latest = new Set<string>();
  #before = new Set<string>();

  /** Notes a key. Returns whether an earlier answer had it. */
  isRepeated(key: string): boolean {
    const short = key.slice(0, longestKey);
    if (this.#latest.has(short) || this.#before.has(short)) return true;
    this.#latest.add(short);
    if (this.#latest.size >= fewestKeys) {
      this.#before = this.#latest;
      this.#latest = new Set();
    }
    return false;
  }
}
