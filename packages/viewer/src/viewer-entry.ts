// The script of a page: the components and, if the page has a run, its start.
import "./index.ts";
import { messageOf } from "@analytics-engines/core/basics";
import { embeddedHistory, embeddedRun } from "./report/embedded-data.ts";
import { showHistory, showRun } from "./report/show-run.ts";

try {
  const embedded = await embeddedRun();
  const history = embedded ? undefined : await embeddedHistory();
  if (embedded) showRun(embedded.run, embedded.first);
  if (history) showHistory(history);
} catch (error) {
  const problem = document.createElement("p");
  problem.textContent = `This report cannot be read: ${messageOf(error)}`;
  document.body.append(problem);
}
