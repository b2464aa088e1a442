import { expect, it } from "vitest";
import { count } from "./count.ts";

it("counts", () => {
  expect([count(1, "file"), count(0, "unit")]).toEqual(["1 file", "0 units"]);
});
