/** The client remembers at least this many keys: no late answer comes after so many others. Twice as many keys take a few megabytes. */
const MIN_KEYS = 10_000;
/** The client remembers only the beginning of a longer key. */
const MAX_KEY_LENGTH = 100;
/** A key that comes more often is no key of one answer: a gateway or a recorder gives it to all. No network delivers an answer so often. */
const MAX_DELIVERIES = 3;

/** An earlier answer with the same key. `same`: it answered a request with the same method and address. */
export type EarlierAnswer = "none" | "same" | "other";

interface Seen {
  /** The method and the address that were answered. */
  readonly request: string;
  readonly deliveries: number;
}

/** The API request keys of a connection's last answers. The service gives each answer a key of its own. */
export class SeenKeys {
  #latest = new Map<string, Seen>();
  #before = new Map<string, Seen>();

  /**
   * Notes the key of an answer, and returns what came with it before.
   * @param request the method and the address that the answer is for
   */
  note(key: string, request: string): EarlierAnswer {
    const short = key.slice(0, MAX_KEY_LENGTH);
    const previous = this.#latest.get(short) ?? this.#before.get(short);
    const deliveries = (previous?.deliveries ?? 0) + 1;
    this.#latest.set(short, { request: previous?.request ?? request, deliveries });
    if (this.#latest.size >= MIN_KEYS) {
      this.#before = this.#latest;
      this.#latest = new Map();
    }
    if (previous === undefined) return "none";
    return previous.request === request || deliveries > MAX_DELIVERIES ? "same" : "other";
  }
}
