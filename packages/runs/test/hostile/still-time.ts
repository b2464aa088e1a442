import { setTimeout as realTime } from "node:timers/promises";
import type { VirtualClock } from "@analytics-engines/core/testing";

/** The header that tells the server to which exchange of the client a request belongs. */
export const EXCHANGE_HEADER = "x-exchange";
/** Milliseconds of real time in which written bytes arrive, before virtual time goes on. */
const ARRIVAL_MS = 3;

/** Real sockets on virtual time: time stands still while an answer is on its way, and goes on where the server waits on purpose. */
export interface StillTime {
  /** Waits for the network on behalf of an exchange; time stands still until the network answers or the server pauses. */
  wait<T>(exchange: number, network: Promise<T>): Promise<T>;
  /** Lets seconds pass, or fewer if `until` resolves earlier, before the server goes on with an exchange. */
  pause(exchange: number, seconds: number, until?: Promise<unknown>): Promise<void>;
}

export function createStillTime(clock: VirtualClock): StillTime {
  const waiting = new Map<number, number>();
  const paused = new Set<number>();
  const holds = new Map<number, () => void>();

  /** Time stands still exactly while the client waits for an exchange and the server does not pause it. */
  function settle(exchange: number): void {
    const isStill = (waiting.get(exchange) ?? 0) > 0 && !paused.has(exchange);
    const release = holds.get(exchange);
    if (isStill && release === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(exchange, resolve);
      void clock.hold(promise);
    } else if (!isStill && release !== undefined) {
      holds.delete(exchange);
      release();
    }
  }

  function count(exchange: number, by: number): void {
    waiting.set(exchange, (waiting.get(exchange) ?? 0) + by);
    settle(exchange);
  }

  return {
    async wait(exchange, network) {
      count(exchange, 1);
      try {
        return await network;
      } finally {
        count(exchange, -1);
      }
    },
    async pause(exchange, seconds, until) {
      await realTime(ARRIVAL_MS);
      paused.add(exchange);
      settle(exchange);
      await new Promise<void>((resolve) => {
        clock.setTimer(1000 * seconds, resolve);
        until?.then(() => resolve());
      });
      paused.delete(exchange);
      settle(exchange);
    },
  };
}
