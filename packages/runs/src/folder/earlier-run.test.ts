import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { manifestOf } from "../../test/support/manifests.ts";
import { findEarlierRun } from "./earlier-run.ts";

const now = new Date(2026, 10, 29, 5, 30);
const ended = JSON.stringify(manifestOf([]));
const begun = JSON.stringify({ ...manifestOf([], "unknown"), finishedAt: undefined });

/** A folder with run folders, each with the text of its manifest. */
function folderWith(manifests: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "earlier-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(manifests)) {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, "manifest.json"), text);
  }
  return folder;
}

it("is the folder that a user names, or that of the manifest", async () => {
  expect(await findEarlierRun("runs/monday", "/book", now)).toBe("runs/monday");
  expect(await findEarlierRun("runs/monday/manifest.json", "/book", now)).toBe("runs/monday");
});

it("is the latest day before today with a run that has ended, for {date}", async () => {
  const folder = folderWith({
    "runs/2026-11-20": ended,
    "runs/2026-11-27": ended,
    "runs/2026-11-28": begun,
    "runs/2026-11-29": ended,
    "runs/2026-11-30": ended,
    "runs/latest": ended,
  });
  expect(await findEarlierRun("runs/{date}", folder, now)).toBe("runs/2026-11-27");
});

it("may have a name before and after the day, and the day twice", async () => {
  const folder = folderWith({ "book-2026-11-28-night": ended, "days/2026-11-27/run-2026-11-27": ended });
  expect(await findEarlierRun("book-{date}-night", folder, now)).toBe("book-2026-11-28-night");
  expect(await findEarlierRun("days/{date}/run-{date}", folder, now)).toBe("days/2026-11-27/run-2026-11-27");
});

it("is none in the first night", async () => {
  expect(await findEarlierRun("runs/{date}", folderWith({ "runs/2026-11-29": begun }), now)).toBeUndefined();
  expect(await findEarlierRun("runs/{date}", folderWith({}), now)).toBeUndefined();
});
