import type { Kind } from "../service/kinds.ts";
import { type Encoded, encode } from "../wire/encode.ts";
import type { Fault } from "./fault.ts";
import type { MatrixStep } from "./steps.ts";

/** How many seconds an answer waits for the one that it changes places with. */
const CROSSING_SECONDS = 6;

/**
 * Whether an answer says which job it is about. A result, and the answer to the create of a job without an id of the client's choice, do not:
 * if two new ones change places, no client can notice it.
 */
function saysWhose(kind: Kind, step: MatrixStep): boolean {
  if (step === "create") return kind.gives !== "at-create" && kind.answers !== "bare";
  if (step === "status") return kind.answers !== "single";
  return step === "cancel";
}

/** Answers that come twice, late or to another request. */
export const deliveryFaults: readonly Fault[] = [
  {
    name: "twice",
    title: "the answer is sent twice at once",
    group: "delivery",
    begin: () => async (exchange) => {
      const encoded = encode(exchange.act());
      await exchange.send(encoded);
      await exchange.send(encoded);
    },
  },
  {
    name: "late-duplicate",
    title: "the answer is sent again to the next request, before its own",
    group: "delivery",
    begin: () => async (exchange) => {
      const encoded = encode(exchange.act());
      exchange.connection.late = encoded;
      await exchange.send(encoded);
    },
  },
  {
    name: "stale",
    title: "in place of its answer comes that of the request before, once",
    group: "delivery",
    begin: () => async (exchange) => {
      const own = encode(exchange.act());
      await exchange.send(exchange.connection.previous ?? own);
      exchange.connection.previous = own;
    },
  },
  {
    name: "displaced",
    title: "from here on each request on the connection gets the answer of the one before",
    group: "delivery",
    begin: () => async (exchange) => {
      const own = encode(exchange.act());
      const { connection } = exchange;
      await exchange.send(connection.previous ?? own);
      connection.previous = own;
      connection.isDisplaced = true;
    },
  },
  {
    name: "crossed",
    title: "two requests on two connections get each other's answer",
    group: "delivery",
    isCrossed: true,
    fits: (kind, step) => step !== "look" && saysWhose(kind, step),
    begin() {
      let partner: { own: Encoded; answer: (other: Encoded) => void } | undefined;
      return async (exchange) => {
        const own = encode(exchange.act());
        if (partner !== undefined) {
          const { own: theirs, answer } = partner;
          partner = undefined;
          answer(own);
          await exchange.send(theirs);
          return;
        }
        let received = own;
        const { promise, resolve } = Promise.withResolvers<void>();
        partner = {
          own,
          answer(other) {
            received = other;
            resolve();
          },
        };
        await exchange.pause(CROSSING_SECONDS, promise);
        partner = undefined;
        await exchange.send(received);
      };
    },
  },
];
