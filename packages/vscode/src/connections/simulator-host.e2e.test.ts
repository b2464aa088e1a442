import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { systemClock } from "@analytics-engines/core/basics";
import { knownGood } from "@analytics-engines/simulator";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileMemory, startSimulator } from "./simulator-host.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "simulator-memory-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** How far the test's time is ahead of the machine's. */
let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
const jobSeconds = 60;

async function open() {
  const memory = fileMemory(folder);
  const running = await startSimulator(memory, clock, (request) => fetch(request), jobSeconds);
  const { baseUrl, username, password } = running;
  return { ...running, client: createClient({ baseUrl, auth: basicAuth(username, password), fetch: running.fetch }) };
}

const good = knownGood();
const request = {
  data: { weights: { componentid: good.components.pa.weights, accounts: [{ id: good.accounts.equity }] } },
};
const id = "0123456789abcdef0123456789abcdef";
const otherId = "f123456789abcdef0123456789abcdef";

describe("the built-in simulator", () => {
  it("keeps its jobs, its consumed results and its address after a restart", async () => {
    const first = await open();
    await first.client.pa.calculations.createOrUpdate(id, request);
    await first.client.pa.calculations.createOrUpdate(otherId, request);
    ahead += jobSeconds * 1000;
    const result = await first.client.pa.calculations.result(id, "weights");
    const bytes = await result.data.bytes();
    await first.stop();

    const second = await open();
    expect(second.baseUrl).toBe(first.baseUrl);
    await expect(second.client.pa.calculations.result(id, "weights")).rejects.toMatchObject({ code: "not-found" });
    const again = await second.client.pa.calculations.result(otherId, "weights");
    expect((await again.data.bytes()).length).toBe(bytes.length);
    await second.stop();
  });

  it("continues a job after a restart, with the same end", async () => {
    const first = await open();
    await first.client.pa.calculations.createOrUpdate(id, request);
    await first.stop();
    ahead += (jobSeconds - 5) * 1000;
    const second = await open();
    expect((await second.client.pa.calculations.status(id)).status).toBe(202);
    ahead += 5000;
    expect((await second.client.pa.calculations.status(id)).status).toBe(200);
    await second.stop();
  });

  it("forgets jobs after a day", async () => {
    const first = await open();
    await first.client.pa.calculations.createOrUpdate(id, request);
    await first.stop();
    ahead += 24 * 60 * 60 * 1000;
    const second = await open();
    await expect(second.client.pa.calculations.status(id)).rejects.toMatchObject({ code: "not-found" });
    await second.stop();
  });

  it("stores no credentials, and ignores an incomplete line", async () => {
    const first = await open();
    await first.client.pa.calculations.createOrUpdate(id, request);
    await first.stop();
    const file = path.join(folder, "simulator.jsonl");
    const text = readFileSync(file, "utf8");
    expect(text).not.toMatch(/authorization|Basic/i);
    writeFileSync(file, `${text}{"at":12,"met`);
    const second = await open();
    expect((await second.client.pa.calculations.status(id)).status).toBe(202);
    await second.stop();
  });

  it("knows that another window of the folder has sent requests, and has the jobs of that after another start", async () => {
    const memories = [fileMemory(folder), fileMemory(folder)] as const;
    const send = (sent: Request) => fetch(sent);
    const first = await startSimulator(memories[0], clock, send, jobSeconds);
    const second = await startSimulator(memories[1], clock, send, jobSeconds);
    const clientOf = ({ baseUrl, username, password, fetch: own }: typeof first) =>
      createClient({ baseUrl, auth: basicAuth(username, password), fetch: own });
    await clientOf(second).pa.calculations.createOrUpdate(otherId, request);
    expect(await memories[1].isBehind(clock.now())).toBe(false);
    await clientOf(first).pa.calculations.createOrUpdate(id, request);
    expect(await memories[1].isBehind(clock.now())).toBe(true);
    await Promise.all([first.stop(), second.stop()]);
    const again = await startSimulator(memories[1], clock, send, jobSeconds, second.port);
    expect(again.baseUrl).toBe(second.baseUrl);
    for (const job of [id, otherId]) expect((await clientOf(again).pa.calculations.status(job)).status).toBe(202);
    expect(await memories[1].isBehind(clock.now())).toBe(false);
    await again.stop();
  });

  it("uses another port if its own is in use", async () => {
    const first = await open();
    const second = await open();
    expect(second.baseUrl).not.toBe(first.baseUrl);
    await Promise.all([first.stop(), second.stop()]);
  });
});
