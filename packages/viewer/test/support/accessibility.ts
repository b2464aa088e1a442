import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The serious and critical findings of axe on a page, or in a frame of it: rules and elements. */
export async function seriousFindings(page: Page | Frame): Promise<string[]> {
  return findingsOf(page, ["serious", "critical"]);
}

/** All findings of axe for a complete page, with its landmarks and headings. */
export async function allFindings(page: Page): Promise<string[]> {
  return findingsOf(page, ["minor", "moderate", "serious", "critical"]);
}

async function findingsOf(page: Page | Frame, impacts: readonly string[]): Promise<string[]> {
  await page.evaluate(source);
  return page.evaluate(async (counted) => {
    const { violations } = await globalThis.axe.run();
    return violations
      .filter(({ impact }) => counted.includes(impact ?? ""))
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
      );
  }, impacts);
}

declare global {
  var axe: typeof import("axe-core");
}
