import type { HistoryView } from "@analytics-engines/runs/history";
import { HISTORY_ID } from "./report-index.ts";
import { writeBlock, writeViewerPage } from "./write-page.ts";

/** Writes a page that draws numbers and checks over runs. It opens from disk, without other files and without a network. */
export function writeHistoryPage(
  view: HistoryView,
  out: string,
): Promise<{ readonly file: string; readonly bytes: number }> {
  return writeViewerPage(out, (page) => writeBlock(page, HISTORY_ID, [JSON.stringify(view)]));
}
