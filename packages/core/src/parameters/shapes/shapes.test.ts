import { expect, test } from "vitest";
import { models, roots, variants } from "./models.ts";
import { documentKinds, modelProperties, payloadShape } from "./shape.ts";
import { currentShapes } from "./source.ts";

test("the shapes are those of the families' schemas", () => {
  const names = Array.from(models.matchAll(/^(\S+):/gm), ([, name = ""]) => name);
  const read = Object.fromEntries(names.map((name) => [name, Object.fromEntries(modelProperties(name))]));
  expect({ roots, models: read, variants }).toEqual(currentShapes());
});

test("every kind of document says where its payload stands", () => {
  const places = Object.fromEntries(documentKinds.map((kind) => [kind, payloadShape(kind).place]));
  expect(places).toMatchObject({
    pa: "units",
    quant: "units",
    fi: "data",
    npo: "data",
    fiab: "root",
    linkedTemplate: "data",
  });
});
