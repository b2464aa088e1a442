// What a page loads: the components and, where the page holds a run, its start.
import "./index.ts";
import { embeddedRun } from "./report/embedded-run.ts";
import { showRun } from "./report/show-run.ts";

try {
  const embedded = await embeddedRun();
  if (embedded) showRun(embedded.run, embedded.first);
} catch (error) {
  const problem = document.createElement("p");
  problem.textContent = `This report cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  document.body.append(problem);
}
