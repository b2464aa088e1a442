import { UserError } from "@analytics-engines/runs/progress";
import { expect, it } from "vitest";
import type { RunRecord } from "../store/history.ts";
import { explainFolderError } from "./folder-errors.ts";

const record: RunRecord = {
  version: 1,
  id: "a".repeat(32),
  connection: { id: "one", name: "One", baseUrl: "https://api.example" },
  startedAt: "2026-11-20T09:57:00.000Z",
  folder: "/w/results/run",
  files: [],
};
const ofDisk = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES", syscall: "mkdir" });

it("an error of the disk about a folder of the workspace names the setting and how to continue", () => {
  const error = explainFolderError(record, ofDisk, "/storage");
  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /\/w\/results\/run: EACCES.*"analyticsEngines\.jobs\.resultsFolder".*resume the run/,
    ),
    actions: [{ command: "workbench.action.openSettings" }, { command: "analyticsEngines.jobs.resume" }],
  });
});

it("any other error stays as it is", () => {
  const other = new Error("no route");
  expect(explainFolderError(record, other, "/storage")).toBe(other);
  expect(explainFolderError({ ...record, folder: "/storage/runs/a/run" }, ofDisk, "/storage")).toBe(ofDisk);
});
