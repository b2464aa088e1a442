import assert from "node:assert/strict";
import type { Workbench } from "./page.ts";

export async function openWalkthrough(workbench: Workbench): Promise<void> {
  await workbench.command("Welcome: Open Walkthrough...");
  await workbench.quickInput.pick(/walkthrough/i, "Get Started with Analytics Engines");
}

/** Waits until exactly these steps of the open walkthrough are done. */
export async function stepsAreDone({ page }: Workbench, titles: readonly string[]): Promise<void> {
  const marked = page
    .locator(".getting-started-step")
    .filter({ has: page.locator(".codicon-getting-started-step-checked") });
  for (const title of titles) await marked.filter({ hasText: title }).waitFor();
  assert.equal(await marked.count(), titles.length);
}
