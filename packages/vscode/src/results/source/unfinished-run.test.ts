import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/run-world.ts";
import { advanceRun, beginRun, hasResults } from "../../jobs/store/run.ts";
import { contentOf } from "./run-source.ts";
import { openUnfinishedRun } from "./unfinished-run.ts";

it("a run that goes on shows the units that have ended, with their stored results", async () => {
  const folder = temporaryFolder();
  const file = (name: string) => ({ path: name, family: "pa", sha256: "1", parametersSha256: "2" }) as const;
  const begun = beginRun({
    version: 1,
    id: "a".repeat(32),
    connection: { id: "one", name: "One", baseUrl: "https://api.example/v1" },
    startedAt: "2026-11-20T09:57:00.000Z",
    folder,
    files: [
      { ...file("a.pa.json"), units: ["u", "v"] },
      { ...file("b.pa.json"), units: ["w"] },
    ],
  });
  expect(hasResults(begun)).toBe(false);
  mkdirSync(path.join(folder, "a.pa"));
  writeFileSync(path.join(folder, "a.pa/u.json"), "{}");
  const sha256 = createHash("sha256").update("{}").digest("hex");
  const stored = { file: "a.pa/u.json", contentType: "application/json", bytes: 2, sha256 };
  const unit = { id: "u", status: "success", stored, warnings: [], errors: [] } as const;
  const run = advanceRun(begun, { type: "unit-finished", key: "a.pa.json", unit });
  expect(hasResults(run)).toBe(true);
  expect(hasResults({ ...run, state: "finished" })).toBe(false);
  const source = openUnfinishedRun(run, "analytics-engines/0.1.0");
  expect(source.problems).toEqual(["The run goes on: 1 of 3 units have ended. The others follow at its end."]);
  expect(source.manifest).toMatchObject({ service: "https://api.example", status: "unknown" });
  expect(source.manifest.files.map(({ path: name, units }) => [name, units.map(({ id }) => id)])).toEqual([
    ["a.pa.json", ["u"]],
  ]);
  expect(await contentOf(source, "a.pa.json", "u")).toMatchObject({ kind: "json", file: "a.pa/u.json" });
});
