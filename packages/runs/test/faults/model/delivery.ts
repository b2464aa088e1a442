import type { VirtualClock } from "@analytics-engines/core/testing";
import type { Simulator } from "@analytics-engines/simulator";

type Reach = (request: Request) => Promise<Arrived>;

/** An answer, and the path of the request that it was made for. */
export interface Arrived {
  readonly path: string;
  readonly response: Response;
}

/** The way between client and service, on which answers come twice, late or to another request. */
export interface Delivery {
  readonly reach: Reach;
  /** The next create is lost on its way, and delivered after so many seconds. */
  delayCreate(seconds: number): void;
  /** Of so many requests each but the first gets the answer of the one before: the second that of the first, which comes twice. */
  displace(requests: number): void;
  /** Everything goes its way again. */
  clear(): void;
}

export function createDelivery(simulator: Simulator, clock: VirtualClock): Delivery {
  let lateSeconds: number | undefined;
  let displaced = 0;
  let before: Arrived | undefined;

  return {
    async reach(request) {
      const path = new URL(request.url).pathname;
      const isCreate = request.method === "PUT" || request.method === "POST";
      if (isCreate && lateSeconds !== undefined) {
        const copy = new Request(request.url, {
          method: request.method,
          headers: request.headers,
          body: await request.text(),
        });
        clock.setTimer(1000 * lateSeconds, () => void simulator.fetch(copy).catch(() => {}));
        lateSeconds = undefined;
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
      }
      const own = { path, response: await simulator.fetch(request) };
      if (displaced === 0) return own;
      const earlier = before;
      before = undefined;
      // What does not say whose it is would be taken for another's by any client: it goes to nobody, and the displacement ends.
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

/** A result says nothing of the job that it is of, and neither does a refusal. */
function saysWhose({ path, response }: Arrived): boolean {
  return !isResult(path, response.status) && response.status < 400;
}

/** A 201 is a result wherever it comes from. */
export function isResult(path: string, status: number): boolean {
  return status === 201 || (status === 200 && path.endsWith("/result"));
}
