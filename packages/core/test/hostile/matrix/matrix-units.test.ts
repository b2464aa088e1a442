import { describe } from "vitest";
import { holdCells } from "./hold-cells.ts";

describe("a job with units keeps every promise and has the stated outcome at the fault, the step, the kind", () => {
  holdCells(({ kind }) => kind.answers === "units");
});
