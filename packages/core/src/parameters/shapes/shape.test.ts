import { expect, test } from "vitest";
import { documentKinds, payloadShape } from "./shape.ts";

test("every kind of document says where its payload is", () => {
  const places = Object.fromEntries(documentKinds.map((kind) => [kind, payloadShape(kind).location]));
  expect(places).toMatchObject({
    pa: "units",
    quant: "units",
    fi: "data",
    npo: "data",
    fiab: "root",
    linkedTemplate: "data",
  });
});
