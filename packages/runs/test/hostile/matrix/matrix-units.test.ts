import { describe } from "vitest";
import { holdCells } from "./hold-cells.ts";

describe("a job with units", () => {
  holdCells(({ kind }) => kind.answers === "units");
});
