import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createWorld, ORIGIN, requests } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { watchStart } from "./run-in-folder.ts";
import type { RunToFolderOptions } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
});

it("a start that takes long is told every 15 s with its step, until the first event", () => {
  const sentences: string[] = [];
  const events: string[] = [];
  const start = watchStart((sentence) => sentences.push(sentence));
  const onEvent = start.endAtEvent(({ type }) => events.push(type));
  vi.advanceTimersByTime(14_999);
  expect(sentences).toEqual([]);
  vi.advanceTimersByTime(1);
  start.begin("check");
  vi.advanceTimersByTime(15_000);
  expect(sentences).toEqual([
    "The run has not begun after 15 s: it waits for the lock of the run folder.",
    "The run has not begun after 30 s: it waits for an answer to the check of the connection.",
  ]);
  onEvent({ type: "job-created", key: "a.pa.json", jobId: "1" });
  vi.advanceTimersByTime(60_000);
  expect(sentences).toHaveLength(2);
  expect(events).toEqual(["job-created"]);
});

it("a run whose commit takes long to be found says so, and goes on when it is", async () => {
  const world = createWorld();
  const { client, clock } = world;
  const { key, family, body } = requests.pa();
  const digest = "0".repeat(64);
  const file = { path: key, family, request: body, sha256: digest, parametersSha256: digest };
  const search = Promise.withResolvers<undefined>();
  const sentences: string[] = [];
  const options: RunToFolderOptions = {
    client,
    clock,
    folder: await temporaryFolder(),
    tool: "test/1",
    service: ORIGIN,
    async provenance() {
      vi.advanceTimersByTime(15_000);
      setImmediate(search.resolve, undefined);
      return search.promise;
    },
    onDelay: (sentence) => sentences.push(sentence),
  };
  expect((await clock.run(() => runToFolder([file], options))).status).toBe("success");
  vi.advanceTimersByTime(60_000);
  expect(sentences).toEqual([
    "The run has not begun after 15 s: it waits for git, to find the commit of the parameter files.",
  ]);
});

it("a run that ends before its first event says nothing more", async () => {
  const { client, clock } = createWorld();
  const sentences: string[] = [];
  const options = { client, clock, folder: await temporaryFolder(), tool: "test/1", service: ORIGIN };
  const { key, family, body } = requests.pa();
  const file = { path: key, family, request: body, sha256: "0", parametersSha256: "0" };
  const provenance = () => Promise.reject(new Error("broken"));
  const onDelay = (sentence: string) => sentences.push(sentence);
  await expect(clock.run(() => runToFolder([file], { ...options, provenance, onDelay }))).rejects.toThrow("broken");
  vi.advanceTimersByTime(60_000);
  expect(sentences).toEqual([]);
});
