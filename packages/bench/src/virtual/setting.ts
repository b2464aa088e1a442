// For the figures on virtual time: a network, a store, ids and durations.
import type { Fetch, ResultStore } from "@analytics-engines/core";
import { sleep } from "@analytics-engines/core/basics";
import { seededRandom, type VirtualClock } from "@analytics-engines/core/testing";

/** A random number, evenly spread on a logarithmic scale. */
export function logUniform(random: () => number, from: number, to: number): number {
  return from * (to / from) ** random();
}

export interface SlowNetwork {
  readonly fetch: Fetch;
  /** Answers with status 429. */
  refused: number;
}

/** Puts 50 to 150 ms between a client and a service, half of it each way. */
export function slowNetwork(clock: VirtualClock, service: Fetch): SlowNetwork {
  const random = seededRandom(2);
  const network: SlowNetwork = {
    refused: 0,
    async fetch(request) {
      const half = 25 + 50 * random();
      await sleep(clock, half, request.signal);
      const response = await service(request);
      if (response.status === 429) network.refused += 1;
      await sleep(clock, half, request.signal);
      return response;
    },
  };
  return network;
}

/** Reads each result to its end and stores nothing. */
export const discard: ResultStore = {
  async store(key, unitId, _kind, body) {
    const { length } = await body.bytes();
    return { file: `${key}/${unitId}.json`, contentType: body.contentType, bytes: length, sha256: "" };
  },
};

/** Makes ids of jobs that count up from a number. */
export function jobIdsAfter(start: number): () => string {
  let id = start;
  return () => (++id).toString(16).padStart(32, "0");
}
