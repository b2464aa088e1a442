import {
  basicAuth,
  createClient,
  memoryJournal,
  oauthCredentials,
  type ResultStore,
  runJobs,
} from "@analytics-engines/core";
import { familyIds } from "@analytics-engines/core/basics";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { describe, expect, it } from "vitest";
import { createSimulator } from "../src/index.ts";
import { goodBodies } from "./support/service.ts";

// The project's own client with the simulator: each understands the other.
describe("the client", () => {
  it("gets its tokens and reads with them, over a socket", async () => {
    const simulator = createSimulator();
    const { url, close } = await simulator.listen();
    try {
      const client = createClient({ baseUrl: url, auth: oauthCredentials(await simulator.oauthConfiguration(url)) });
      const { data } = await client.lookups.currencies.list();
      expect(data.data).toHaveProperty("USD");
      expect(simulator.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
        "oauth.discovery 200",
        "oauth.token 200",
        "lookups.currencies.list 200",
      ]);
    } finally {
      await close();
    }
  });

  it("runs a job of every family to its end, each created once and each result read once", async () => {
    const clock = createVirtualClock();
    const simulator = createSimulator({ clock, jobSeconds: [5, 300] });
    const client = createClient({
      baseUrl: "http://localhost",
      auth: basicAuth("DEMO-1", "demo"),
      fetch: simulator.fetch,
      clock,
    });
    const sizes: number[] = [];
    const store: ResultStore = {
      async store(key, unitId, _, body) {
        const bytes = (await body.bytes()).length;
        sizes.push(bytes);
        return { file: `${key}/${unitId}`, contentType: body.contentType, bytes, sha256: "" };
      },
    };
    const requests = familyIds.map((family) => ({ key: family, family, body: goodBodies[family] }));
    const outcomes = await clock.run(() => runJobs(requests, { client, clock, journal: memoryJournal(), store }));
    expect(outcomes.map(({ key, status }) => `${key} ${status}`)).toEqual(
      familyIds.map((family) => `${family} success`),
    );
    expect(Math.min(...sizes)).toBeGreaterThan(50);
    expect(simulator.jobs.map(({ creates }) => creates)).toEqual(familyIds.map(() => 1));
    expect(simulator.jobs.flatMap(({ units }) => units.filter((unit) => unit.resultReads > 1))).toEqual([]);
  });
});
