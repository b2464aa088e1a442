import type { Exchange } from "../exchange.ts";
import type { Fault } from "./fault.ts";

const gateway = (name: string, title: string, play: (exchange: Exchange) => Promise<void>): Fault => ({
  name,
  title,
  group: "gateway",
  steps: ["create"],
  begin: () => play,
});

/** A gateway holds the first create back and delivers it after the client was left without an answer. */
export const gatewayFaults: readonly Fault[] = [
  gateway("late-after-reset", "the connection is reset, the create is delivered 30 s later", async (exchange) => {
    exchange.actLater(30);
    exchange.reset();
  }),
  gateway("late-after-504", "a gateway answers 504, the create is delivered 30 s later", async (exchange) => {
    exchange.actLater(30);
    const body = Buffer.from("<html>504 Gateway Time-out</html>");
    await exchange.send({ status: 504, headers: [], contentType: "text/html", body, framing: "length" });
  }),
  gateway("late-after-silence", "no answer comes, the create is delivered after 90 s", async (exchange) => {
    exchange.actLater(90);
    await exchange.pause(Number.POSITIVE_INFINITY);
  }),
];
