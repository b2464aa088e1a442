import type { Issue } from "../../../src/parameters/issues/issue.ts";

/** A `pa` file for tests, with the members of its unit `weights` as given beside a component id. */
export function paFile(members: Record<string, unknown> = {}, meta?: Record<string, unknown>): string {
  const unit = { componentid: "0A".repeat(32), ...members };
  return JSON.stringify(meta === undefined ? { data: { weights: unit } } : { data: { weights: unit }, meta }, null, 2);
}

/** An issue as `LINE:COLUMN code pointer`, to be read at a glance. */
export function brief({ range, code, pointer }: Issue): string {
  return `${range.start.line}:${range.start.column} ${code} ${pointer}`;
}
