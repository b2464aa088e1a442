import { mkdir } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "@analytics-engines/core/basics";
import { formatBytes } from "@analytics-engines/runs/host";
import type { Assessment, Review } from "@analytics-engines/runs/review";
import type { ReviewContext } from "./context.ts";

/** Writes the page that shows base and head side by side, unless nothing was run. A failure is only a warning. */
export async function writePage(
  { inputs, log }: ReviewContext,
  review: Review,
  assessment: Assessment,
): Promise<string | undefined> {
  await mkdir(inputs.outputFolder, { recursive: true });
  try {
    const { writeReviewPage } = await import("@analytics-engines/viewer/report");
    const page = await writeReviewPage(review, assessment, path.join(inputs.outputFolder, "report.html"));
    if (page !== undefined) log.line(`${page.file}: ${formatBytes(page.bytes)}`);
    return page?.file;
  } catch (error) {
    log.annotate("warning", `report.html could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
