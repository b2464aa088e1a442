import type { VirtualClock } from "@analytics-engines/core/testing";
import type { Simulator } from "@analytics-engines/simulator";

type Reach = (request: Request) => Promise<Arrived>;

/** An answer, and the path of the request that it was made for. */
export interface Arrived {
  readonly path: string;
  readonly response: Response;
}

/** What carries requests and answers between client and service: creates can come late, and answers twice or to another request. */
export interface Delivery {
  readonly reach: Reach;
  /** The next create fails at the client, and reaches the service after this many seconds. */
  delayCreate(seconds: number): void;
  /** Of the next `requests`, each after the first gets the answer to the one before it. So the first answer comes twice, and the last one never. */
  displace(requests: number): void;
  /** From now on, each request and each answer goes where it belongs, at once. */
  clear(): void;
}

/** A gateway gives a request up after this time, as the client does with an attempt: no create reaches the service later. */
const GATEWAY_SECONDS = 60;

export function createDelivery(simulator: Simulator, clock: VirtualClock): Delivery {
  let lateSeconds: number | undefined;
  let displaced = 0;
  let before: Arrived | undefined;

  return {
    async reach(request) {
      const path = new URL(request.url).pathname;
      const isCreate = request.method === "PUT" || request.method === "POST";
      if (isCreate && lateSeconds !== undefined) {
        const gateway = new AbortController();
        const copy = new Request(request.url, {
          method: request.method,
          headers: request.headers,
          body: await request.text(),
          signal: gateway.signal,
        });
        clock.setTimer(1000 * GATEWAY_SECONDS, () => gateway.abort());
        clock.setTimer(1000 * lateSeconds, () => void simulator.fetch(copy).catch(() => {}));
        lateSeconds = undefined;
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
      }
      const own = { path, response: await simulator.fetch(request) };
      if (displaced === 0) return own;
      const earlier = before;
      before = undefined;
      // An answer that does not name its job must not go to another request, because no client could notice it: the displacement ends.
      displaced = saysWhose(own) ? displaced - 1 : 0;
      if (earlier === undefined) {
        if (displaced > 0) before = { path, response: own.response.clone() };
        return own;
      }
      if (displaced > 0) before = own;
      else await own.response.body?.cancel().catch(() => {});
      return earlier;
    },
    delayCreate(seconds) {
      lateSeconds = seconds;
    },
    displace(requests) {
      displaced = requests;
      before = undefined;
    },
    clear() {
      lateSeconds = undefined;
      displaced = 0;
      before = undefined;
    },
  };
}

/** Whether an answer names its job. A result does not, nor does a refusal, nor an answer without a body and an address, as the status of a running FI job. */
function saysWhose({ path, response }: Arrived): boolean {
  const hasName = response.body !== null || response.headers.has("location");
  return hasName && !isResult(path, response.status) && response.status < 400;
}

/** Whether an answer is a result; a 201 always is. */
export function isResult(path: string, status: number): boolean {
  return status === 201 || (status === 200 && path.endsWith("/result"));
}
