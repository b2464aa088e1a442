import { expect, it } from "vitest";
import { ParameterProblem } from "../request.ts";
import { encodeTables } from "./encode.ts";
import { tableOfColumns } from "./table.ts";

it("a result that no string can hold is refused as one that is too large", () => {
  const text = "x".repeat(1_000_000);
  const cells = Array.from({ length: 600 }, () => text);
  const table = tableOfColumns([{ name: "Text", headers: ["Text"], type: "string", cells }], {});
  expect(() => encodeTables([table], "SimplifiedRow", "salt")).toThrow(ParameterProblem);
});
