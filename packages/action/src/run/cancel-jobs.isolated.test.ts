import { bearerToken, createServiceClient } from "@analytics-engines/core";
import { cancelRun } from "@analytics-engines/runs";
import { expect, it, vi } from "vitest";
import { log } from "../github/step.ts";
import { cancelJobs } from "./post.ts";

vi.mock("@analytics-engines/runs", async (original) => ({ ...(await original<object>()), cancelRun: vi.fn() }));

it("warns of each job that could not be canceled, and logs the others", async () => {
  vi.mocked(cancelRun).mockResolvedValue({ canceled: ["1", "2"], failed: [{ jobId: "3", reason: "No answer." }] });
  const client = createServiceClient({ baseUrl: "https://api.vendor.example", auth: bearerToken("t") });
  const lines: string[] = [];
  const warnings: string[] = [];
  const noted = {
    ...log,
    line: (text: string) => lines.push(text),
    annotate: (level: string, message: string) => warnings.push(`${level}: ${message}`),
  };
  await cancelJobs("run", client, noted, 4);
  expect(lines).toEqual(["Canceled on the service: 1, 2"]);
  expect(warnings).toEqual(["warning: Job 3 may still run on the service: No answer."]);
});
