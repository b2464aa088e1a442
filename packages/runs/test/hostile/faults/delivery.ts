import type { Kind } from "../service/kinds.ts";
import { type Encoded, encode } from "../wire/encode.ts";
import { type Fault, faultsOf } from "./fault.ts";
import type { MatrixStep } from "./steps.ts";

const delivery = faultsOf("delivery");

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
  delivery("twice", "the answer is sent twice at once", async (exchange) => {
    const encoded = encode(exchange.act());
    await exchange.send(encoded);
    await exchange.send(encoded);
  }),
  delivery("late-duplicate", "the answer is sent again to the next request, before its own", async (exchange) => {
    const encoded = encode(exchange.act());
    exchange.connection.late = encoded;
    await exchange.send(encoded);
  }),
  delivery("stale", "in place of its answer comes that of the request before, once", async (exchange) => {
    const own = encode(exchange.act());
    await exchange.send(exchange.connection.previous ?? own);
    exchange.connection.previous = own;
  }),
  delivery(
    "displaced",
    "from here on each request on the connection gets the answer of the one before",
    async (exchange) => {
      const own = encode(exchange.act());
      const { connection } = exchange;
      await exchange.send(connection.previous ?? own);
      connection.previous = own;
      connection.isDisplaced = true;
    },
  ),
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
