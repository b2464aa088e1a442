import { describe } from "vitest";
import { holdCells } from "./hold-cells.ts";

describe("a job of one result keeps every promise and has the stated outcome at the fault, the step, the kind", () => {
  holdCells(({ kind }) => kind.answers !== "units");
});
