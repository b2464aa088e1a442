import { describe, expect, it } from "vitest";
import type { RecordedFile } from "../store/history.ts";
import { beginRun, type RunView } from "../store/run.ts";
import { sameRunInProgress } from "./same-run.ts";

const file = (parametersSha256: string): RecordedFile => ({
  path: `${parametersSha256}.pa.json`,
  family: "pa",
  sha256: "",
  parametersSha256,
  units: ["u"],
});
const running = beginRun({
  version: 1,
  id: "a",
  connection: { id: "one", name: "One", baseUrl: "https://api.example" },
  startedAt: "2026-11-20T09:57:00.000Z",
  folder: "/run",
  files: [file("1"), file("2")],
});
const find = (run: RunView, digests: readonly string[], connection = "one") =>
  sameRunInProgress(
    [run],
    connection,
    digests.map((digest) => ({ file: file(digest) })),
  );

describe("the same run in progress", () => {
  it("has the same parameters in any order, on the same connection", () => {
    expect(find(running, ["2", "1"])).toBe(running);
    expect(find({ ...running, state: "otherWindow" }, ["1", "2"])).toBeDefined();
  });

  it("has no other files or connection, and has not ended", () => {
    expect(find(running, ["1"])).toBeUndefined();
    expect(find(running, ["1", "3"])).toBeUndefined();
    expect(find(running, ["1", "2"], "two")).toBeUndefined();
    expect(find({ ...running, state: "finished" }, ["1", "2"])).toBeUndefined();
    expect(find({ ...running, state: "paused" }, ["1", "2"])).toBeUndefined();
  });
});
