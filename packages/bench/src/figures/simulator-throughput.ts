import { startService } from "../measure.ts";
import { type Row, withoutTarget } from "../report/rows.ts";

const REQUESTS = 10_000;
const IN_FLIGHT = 50;
const MIN_PER_SECOND = 2000;

/**
 * Requests that the simulator answers in a second of one core. It must be fast, so that other figures measure the client. It runs in a
 * process of its own, and its processor time counts, so that other work of the machine does not.
 */
export async function measureSimulatorThroughput(): Promise<Row[]> {
  using service = await startService("simulator.ts");
  const usedSeconds = async () => Number(await service.ask()) / 1000;
  await readAll(service.url, REQUESTS / 10);
  const before = await usedSeconds();
  await readAll(service.url, REQUESTS);
  const perSecond = REQUESTS / ((await usedSeconds()) - before);
  const name = "simulator: requests in a second of one core";
  const row = withoutTarget(name, perSecond, "requests/s", MIN_PER_SECOND, "at least 2,000");
  return [{ ...row, met: perSecond >= MIN_PER_SECOND }];
}

async function readAll(url: string, count: number): Promise<void> {
  const authorization = `Basic ${btoa("DEMO-1:demo")}`;
  const worker = async () => {
    for (let read = 0; read < count / IN_FLIGHT; read += 1) {
      const answer = await fetch(`${url}/analytics/lookups/v3/currencies`, { headers: { authorization } });
      if (answer.status !== 200) throw new Error(`The simulator answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}
