import { createSimulator } from "@analytics-engines/simulator";
import type { Row } from "../row.ts";

const requests = 4000;
const inFlight = 50;

/** Requests a second that the simulator answers, so that other figures measure the client and not the service. */
export async function run(): Promise<Row[]> {
  const simulator = createSimulator({ seed: 1, rateLimit: { limit: 1_000_000, windowSeconds: 60 } });
  const { url, close } = await simulator.listen({ port: 0 });
  try {
    const authorization = `Basic ${btoa("DEMO-1:demo")}`;
    const read = async () => {
      const answer = await fetch(`${url}/analytics/lookups/v3/currencies`, { headers: { authorization } });
      if (answer.status !== 200) throw new Error(`The simulator answered ${answer.status}`);
      await answer.arrayBuffer();
    };
    await Promise.all(Array.from({ length: inFlight }, read));
    const started = performance.now();
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        for (let i = 0; i < requests / inFlight; i += 1) await read();
      }),
    );
    const perSecond = requests / ((performance.now() - started) / 1000);
    const target = "at least 2,000 a second, the caller in the same process";
    return [
      {
        name: "simulator",
        value: perSecond,
        unit: "requests/s",
        reference: 2000,
        ratio: perSecond / 2000,
        target,
        met: perSecond >= 2000,
      },
    ];
  } finally {
    await close();
  }
}
