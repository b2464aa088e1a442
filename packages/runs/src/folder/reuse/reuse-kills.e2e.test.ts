import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobRequest } from "@analytics-engines/core";
import { createSimulator } from "@analytics-engines/simulator";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { isFull } from "../../../../core/test/support/sample.ts";
import { requests } from "../../../../core/test/support/world.ts";
import { startChild } from "../../../test/reliability/child-process.ts";
import { bundleChild } from "../../../test/support/bundle-child.ts";
import type { CrashInput } from "../../../test/support/crash-child.ts";
import { crashRun } from "../../../test/support/crash-run.ts";
import type { EndMode } from "../../../test/support/end-at-operation.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { runFileOf } from "../../../test/support/run-file.ts";
import { checkRun } from "../../verify/check-run.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** `npm test` kills the copying at one operation in this many. The number is odd, so that both ways to kill it are tried. */
const ONE_IN = isFull ? 1 : 31;

const UNITS = 7;
const files = [
  requests.paUnits(["a", "b", "c"], "book.pa.json"),
  requests.paUnits(["d", "e", "f"], "fund.pa.json"),
  quantOfDays(),
].map(runFileOf);

/** A unit with an info document, for days that do not move on. */
function quantOfDays(): JobRequest {
  const { body, ...request } = requests.quant();
  const data = Object(body).data;
  const dates = { ...data.prices.dates, startDate: "20240131", endDate: "20240229" };
  return { ...request, body: { data: { prices: { ...data.prices, dates } } } };
}

let shared = "";
let script = "";
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), "reuse-kills-"));
  script = await bundleChild("support/crash-child.ts", shared);
});
afterAll(() => rm(shared, { recursive: true, force: true }));

it("a run that is killed while it copies results is resumed to the end, with every byte of each unit once", async () => {
  const simulator = createSimulator({ profile: "strict", jobSeconds: 0.03, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const earlier = join(await temporaryFolder(), "earlier");
  // Its clock is fast, and a run that seems to have begun in the future is not reused.
  const anHourAgo = Date.now() - 3_600_000;
  const earlierRun = await crashRun(url, earlier, files, undefined, anHourAgo);
  const first = new Map(unitsOf(earlierRun).map((unit) => [unit.id, unit]));

  /** Returns how many operations on the disk there were; 0 for a child that was killed. */
  async function copyIn(folder: string, at: number, mode: EndMode): Promise<number> {
    let operations = 0;
    const input: CrashInput = { url, folder, files, earlier, at, mode };
    await startChild(script, input, (line) => {
      operations = Number(line);
    }).ended;
    return operations;
  }

  const operations = await copyIn(await temporaryFolder(), 0, "before");
  expect(operations).toBeGreaterThan(50);
  let copies = 0;
  for (let at = 1; at <= operations; at += ONE_IN) {
    const folder = await temporaryFolder();
    await copyIn(folder, at, at % 2 === 0 ? "torn" : "before");
    const jobsBefore = simulator.jobs.length;
    const resumed = await crashRun(url, folder, files, earlier);
    const units = unitsOf(resumed);
    const verified = await checkRun(folder, () => {});
    expect([at, resumed.status, verified.problems, verified.unitsWithResults]).toEqual([at, "success", [], UNITS]);
    const copied = units.filter(({ reused }) => reused !== undefined);
    for (const { id, sha256, infoSha256 } of copied)
      expect([at, id, sha256, infoSha256]).toEqual([at, id, first.get(id)?.sha256, first.get(id)?.infoSha256]);
    // What is not copied is computed, once.
    const computed = simulator.jobs
      .slice(jobsBefore)
      .flatMap(({ creates, units: parts }) => parts.map(({ id, resultReads }) => [id, creates, resultReads]));
    const rest = units.filter(({ reused }) => reused === undefined).map(({ id }) => [id, 1, 1]);
    expect([at, computed.sort()]).toEqual([at, rest.sort()]);
    copies += copied.length;
  }
  expect(copies).toBeGreaterThan(0);
});

const unitsOf = ({ files: ended }: Manifest) => ended.flatMap(({ units }) => units);
