import { describe } from "vitest";
import { holdCells } from "./hold-cells.ts";

describe("a job of one result", () => {
  holdCells(({ kind }) => kind.answers !== "units");
});
