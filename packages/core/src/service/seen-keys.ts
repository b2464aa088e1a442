/** At least this many keys are remembered: no answer can be later than that. Twice as many take a few megabytes. */
const fewestKeys = 10_000;
/** Only the beginning of a longer key is remembered. */
const longestKey = 100;

/** The API request keys of a connection's last answers. The service gives each answer another key. */
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
