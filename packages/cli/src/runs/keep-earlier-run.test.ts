import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { manifestOf } from "../../test/support/manifest.ts";
import { keepEarlierRun } from "./keep-earlier-run.ts";

const finished = manifestOf([]);
const unfinished = manifestOf([], { finishedAt: undefined, status: "unknown" });

/** A workspace with folders, each with the text of its manifest. */
function workspaceWith(manifests: Readonly<Record<string, string>>) {
  const workspace = mkdtempSync(path.join(tmpdir(), "kept-"));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(manifests)) {
    mkdirSync(path.join(workspace, name));
    writeFileSync(path.join(workspace, name, "manifest.json"), text);
  }
  const keep = async () => {
    const earlier = await keepEarlierRun(path.join(workspace, "run"), workspace);
    return earlier && path.relative(workspace, earlier);
  };
  return { workspace, keep, has: (name: string) => existsSync(path.join(workspace, name, "manifest.json")) };
}

it("gives a finished run the next number", async () => {
  const { keep, has } = workspaceWith({ run: finished, "run-2": finished, "run-x": finished });
  expect(await keep()).toBe("run-3");
  expect([has("run"), has("run-2"), has("run-3")]).toEqual([false, true, true]);
  // A run that could not begin leaves no folder: then the last one that was kept is the latest.
  expect(await keep()).toBe("run-3");
});

it("leaves a run that is in progress or was killed, and a folder without a run, for the run to refuse", async () => {
  const { workspace, keep, has } = workspaceWith({ run: unfinished });
  expect(await keep()).toBeUndefined();
  expect(has("run")).toBe(true);
  rmSync(path.join(workspace, "run"), { recursive: true });
  expect(await keep()).toBeUndefined();
});

it.runIf(hasLinks)("renames nothing behind a link out of the workspace", async () => {
  const outside = workspaceWith({ run: finished });
  const { workspace } = workspaceWith({});
  symlinkSync(outside.workspace, path.join(workspace, "out"));
  expect(await keepEarlierRun(path.join(workspace, "out", "run"), workspace)).toBeUndefined();
  expect(outside.has("run")).toBe(true);
});
