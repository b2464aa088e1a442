import { describe, expect, it } from "vitest";
import { alike, kinds } from "../service/kinds.ts";
import { outcomeOf } from "./cells.ts";
import { runCell } from "./run-cell.ts";

describe("a run against the healthy service", () => {
  it.each([...kinds, ...alike].map((kind) => ({ name: kind.id, kind })))(
    "succeeds and breaks no promise: $name",
    async ({ kind }) => {
      const end = await runCell({ kind, files: 3, concurrency: 2 });
      expect([outcomeOf(end), end.broken]).toEqual(["success", []]);
      expect(end.first.files.map(({ units }) => units.map(({ id }) => id))).toEqual([1, 2, 3].map(() => kind.units));
    },
  );
});
