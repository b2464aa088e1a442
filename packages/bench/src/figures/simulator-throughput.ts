import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Row } from "../row.ts";

const requests = 10_000;
const inFlight = 50;
const perSecondWanted = 2000;

/**
 * Requests that the simulator answers in a second of one core, so that other figures measure the client and not the
 * service. It stands in a process of its own, and its processor time counts: what else the machine does is not its doing.
 */
export async function run(): Promise<Row[]> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", `${import.meta.dirname}/../children/simulator.ts`],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const line = async () => String((await once(child.stdout, "data"))[0]).trim();
  const usedSeconds = async () => {
    child.stdin.write("\n");
    return Number(await line()) / 1000;
  };
  try {
    const url = await line();
    await readAll(url, requests / 10);
    const before = await usedSeconds();
    await readAll(url, requests);
    const perSecond = requests / ((await usedSeconds()) - before);
    return [
      {
        name: "simulator: requests in a second of one core",
        value: perSecond,
        unit: "requests/s",
        reference: perSecondWanted,
        ratio: perSecond / perSecondWanted,
        target: "at least 2,000",
        met: perSecond >= perSecondWanted,
      },
    ];
  } finally {
    child.stdin.end();
  }
}

async function readAll(url: string, count: number): Promise<void> {
  const authorization = `Basic ${btoa("DEMO-1:demo")}`;
  const read = async () => {
    const answer = await fetch(`${url}/analytics/lookups/v3/currencies`, { headers: { authorization } });
    if (answer.status !== 200) throw new Error(`The simulator answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let i = 0; i < count / inFlight; i += 1) await read();
    }),
  );
}
