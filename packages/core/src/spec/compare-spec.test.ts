import { describe, expect, it } from "vitest";
import { ownSpec, specBelow } from "../../test/support/schemas/own-spec.ts";
import { familyIds } from "../families/families.ts";
import { compareSpec } from "./compare-spec.ts";
import { readSpec, SpecError } from "./read-spec.ts";

const quant = "/analytics/engines/quant/v3/calculations";
const lines = (document: unknown) =>
  compareSpec(document).differences.map(({ subject, difference }) => `${subject}: ${difference}`);

/** The document with one change, made at a path of keys. */
function changed(change: (document: ReturnType<typeof ownSpec>) => void) {
  const document = ownSpec();
  change(document);
  return lines(document);
}

describe("a comparison with an OpenAPI document", () => {
  it("finds nothing if the document says what this client has", () => {
    expect(compareSpec(ownSpec())).toEqual({ operations: 131, differences: [] });
  });

  it("finds operations that one of the two has", () => {
    expect(
      changed(({ paths }) => {
        delete paths["/analytics/lookups/v3/currencies"];
        paths["/analytics/new/{path}"] = { get: { parameters: [], responses: { 200: {} } } };
      }),
    ).toEqual(["GET /analytics/new/{path}: only in the document", "GET /analytics/lookups/v3/currencies: only here"]);
  });

  it("finds query parameters and whether they are required", () => {
    expect(
      changed(({ paths }) => {
        const list = paths[quant]?.["get"];
        list?.parameters.push({ name: "order", in: "query", required: false });
        const [pageNumber] = list?.parameters ?? [];
        if (pageNumber !== undefined) pageNumber.required = true;
      }),
    ).toEqual([
      `GET ${quant}: query parameter pageNumber: required in the document alone`,
      `GET ${quant}: query parameter order: only in the document`,
    ]);
  });

  it("finds statuses of answers", () => {
    expect(
      changed(({ paths }) => {
        const create = paths[quant]?.["post"];
        if (create === undefined) return;
        delete create.responses["201"];
        create.responses["204"] = {};
        create.responses["400"] = {};
        create.responses["422"] = {};
        create.responses["default"] = {};
      }),
    ).toEqual([
      `POST ${quant}: status 204: only in the document`,
      `POST ${quant}: status 422: only in the document`,
      `POST ${quant}: status 201: only here`,
    ]);
  });

  it("finds a new value of a status in answers, in any of the operations that share the model", () => {
    const schema = (values: readonly string[]) => ({
      properties: {
        data: { properties: { units: { additionalProperties: { properties: { status: { enum: values } } } } } },
      },
    });
    const known = ["Queued", "Executing", "Success", "Failed", "Cancelled"];
    expect(
      changed(({ paths }) => {
        const status = paths[`${quant}/{id}/status`]?.["get"];
        if (status)
          status.responses["202"] = { content: { "application/json": { schema: schema([...known, "Paused"]) } } };
      }).filter((line) => line.includes("also allows")),
    ).toEqual(["CalculationStatusRoot as answered: data.units.*.status: the document also allows Paused"]);
  });

  it("finds properties, types, allowed values and requiredness, through references and combinations", () => {
    const document = {
      openapi: "3.0.0",
      paths: {
        "/analytics/engines/pa/v3/calculations": {
          post: {
            requestBody: { $ref: "#/components/requestBodies/Pa" },
            responses: { 200: {}, 201: {}, 202: {} },
          },
        },
      },
      components: {
        requestBodies: { Pa: { content: { "application/json; charset=utf-8": { schema: ref("Root") } } } },
        schemas: {
          Root: {
            type: "object",
            properties: {
              data: { type: "object", additionalProperties: ref("Unit") },
              meta: { allOf: [ref("Meta")] },
            },
          },
          Unit: {
            type: "object",
            required: ["componentid", "currencyisocode"],
            properties: {
              ComponentId: { type: "string" },
              currencyisocode: { type: "string" },
              accounts: { type: "string" },
              liquidity: { type: "boolean" },
            },
          },
          Meta: { properties: { format: { enum: ["JsonStach", "Parquet"] } } },
        },
      },
    };
    const found = lines(document).filter((line) => line.startsWith("PACalculationParametersRoot"));
    const at = (text: string) => `PACalculationParametersRoot: ${text}`;
    expect(found).toContain(at("data.*.liquidity: only in the document"));
    expect(found).toContain(at("data.*.ComponentId: spelled in another letter case here"));
    expect(found).toContain(at("data.*.currencyisocode: required in the document alone"));
    expect(found).toContain(at("data.*.accounts: the type is string in the document, array here"));
    expect(found).toContain(at("data.*.dates: only here"));
    expect(found).toContain(at("meta.format: the document also allows Parquet"));
    expect(found.find((line) => line.includes("meta.format: the document does not allow"))).toContain("Feather");
  });

  it("demands no more of an optional object than the document does", () => {
    const strategy = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
    const data = {
      type: "object",
      required: ["strategy", "outputTypes"],
      properties: { strategy, outputTypes: { type: "object", properties: {} } },
    };
    for (const shape of [data, { nullable: true, allOf: [data] }, { oneOf: [data, { type: "null" }] }]) {
      const found = lines(documentOf("/analytics/engines/axp/v3/optimizations", { properties: { data: shape } }));
      expect(found.filter((line) => line.includes("required"))).toEqual([]);
    }
    const strict = { ...data, required: ["strategy", "outputTypes", "account"] };
    const found = lines(documentOf("/analytics/engines/axp/v3/optimizations", { properties: { data: strict } }));
    expect(found).not.toContain(
      "AxiomaEquityOptimizationParametersRoot: data.strategy: required in the document alone",
    );
  });

  it.each(Object.entries(variantStyles()))("compares variants with variants: %s", (_, { dates, schemas }) => {
    const document = (changes: object) => ({
      ...documentOf("/analytics/engines/quant/v3/calculations", {
        properties: { data: { additionalProperties: { properties: { dates } } } },
      }),
      components: { schemas: { ...schemas, ...changes } },
    });
    const ofDates = (each: unknown) =>
      lines(each).filter((line) => line.includes("data.*.dates") && line.startsWith("Quant"));
    expect(ofDates(document({}))).toEqual([]);
    const list = schemas["QuantDateList"];
    const more = { allOf: [list, { type: "object", properties: { holidays: { type: "boolean" } } }] };
    expect(ofDates(document({ QuantDateList: more, Before: list }))).toEqual([
      "QuantCalculationParametersRoot: data.*.dates.(DateList).holidays: only in the document",
    ]);
  });

  it("finds a new variant", () => {
    const { dates, schemas } = variantStyles()["alternatives with a mapping"] ?? {};
    const names = { FdsDate: "QuantFdsDate", DateList: "QuantDateList", Calendar: "QuantDateList" };
    const discriminator = { propertyName: "source", mapping: names };
    const document = {
      ...documentOf("/analytics/engines/quant/v3/calculations", {
        properties: {
          data: {
            additionalProperties: {
              properties: { dates: { ...dates, discriminator } },
            },
          },
        },
      }),
      components: { schemas },
    };
    expect(lines(document).filter((line) => line.includes("also allows"))).toEqual([
      "QuantCalculationParametersRoot: data.*.dates: the document also allows source Calendar",
    ]);
  });

  it("ends if a schema refers to itself", () => {
    const document = {
      openapi: "3.1.0",
      paths: {
        "/analytics/engines/fiab/v1/calculations": {
          post: { requestBody: { content: { "application/json": { schema: ref("A") } } }, responses: {} },
        },
      },
      components: { schemas: { A: ref("B"), B: { allOf: [ref("A")] } } },
    };
    expect(() => compareSpec(document)).not.toThrow();
  });
});

describe("a document of one engine", () => {
  const all = ownSpec();
  it.each([...familyIds, "lookups"])("is compared with the operations of %s alone", (family) => {
    const root = family === "lookups" ? "/analytics/lookups" : `/analytics/engines/${family}`;
    const paths = Object.fromEntries(Object.entries(all.paths).filter(([path]) => path.startsWith(`${root}/`)));
    const count = Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
    expect(count).toBeGreaterThan(0);
    expect(compareSpec({ ...all, paths })).toEqual({ operations: count, differences: [] });
    const version = family === "fiab" ? "v1" : "v3";
    for (const server of [
      "https://api.vendor.example",
      "//api.vendor.example",
      "",
      "https://gateway.example/vendor/x",
    ]) {
      expect(compareSpec(specBelow(all, `${root}/${version}`, server))).toEqual({ operations: count, differences: [] });
    }
  });

  it("lacks an operation of its engine", () => {
    const document = specBelow(all, "/analytics/engines/pub/v3");
    delete document.paths["/documents/{path}"];
    expect(lines(document)).toEqual(["GET /analytics/engines/pub/v3/documents/{path}: only here"]);
  });

  it("has the path of its server from a variable, or at an operation", () => {
    const document = specBelow(all, "/analytics/engines/pub/v3");
    const variables = { base: { default: "engines" } };
    const servers = [{ url: "https://{host}/analytics/{base}/pub/v3/", variables }, { url: "https://other.example" }];
    expect(compareSpec({ ...document, servers }).differences).toEqual([]);
    const items = Object.entries(document.paths).map(([path, item]) => [path, { ...item, servers }]);
    expect(compareSpec({ openapi: "3.0.1", paths: Object.fromEntries(items) }).differences).toEqual([]);
  });

  it("counts as one with others", () => {
    const parts = [...familyIds.filter((id) => id !== "fiab"), "fiab"].map((id) =>
      specBelow(all, `/analytics/engines/${id}/${id === "fiab" ? "v1" : "v3"}`),
    );
    expect(compareSpec(...parts, specBelow(all, "/analytics/lookups/v3"))).toEqual({
      operations: 131,
      differences: [],
    });
    const [pa, ...others] = parts;
    if (pa) delete pa.paths["/columns"];
    const differences = [
      { kind: "operation", subject: "GET /analytics/engines/pa/v3/columns", difference: "only here" },
    ];
    expect(compareSpec(pa, ...others).differences).toEqual(differences);
    expect(compareSpec(pa, all).differences).toEqual([]);
  });
});

describe("an older document", () => {
  it("lacks later operations and parameters, and requires more, which is no difference", () => {
    const document = ownSpec();
    for (const path of Object.keys(document.paths))
      if (/calendars|commentary|peer-universe/.test(path)) delete document.paths[path];
    const dates = document.paths["/analytics/engines/pa/v3/dates"]?.["get"];
    if (dates) dates.parameters = dates.parameters.filter(({ name }) => name !== "calendar");
    expect(compareSpec(document)).toEqual({ operations: 125, differences: [] });
    const unit = {
      properties: {
        dates: {
          type: "object",
          required: ["enddate", "frequency"],
          properties: Object.fromEntries(
            ["startdate", "enddate", "frequency"].map((name) => [name, { type: "string" }]),
          ),
        },
      },
    };
    const old = documentOf("/analytics/engines/pa/v3/calculations", {
      properties: { data: { additionalProperties: unit } },
    });
    expect(lines(old).filter((line) => line.includes("dates."))).toEqual([]);
  });
});

describe("a document of another kind", () => {
  it.each([
    [null, "not a JSON object"],
    [[], "not a JSON object"],
    [{}, "of another kind"],
    [{ swagger: "2.0" }, "Swagger 2.0"],
    [{ openapi: "3.0.0" }, "no `paths`"],
    [{ openapi: "3.0.0", paths: {} }, "no operations"],
  ])("is refused by name: %j", (document, reason) => {
    expect(() => readSpec(document)).toThrow(SpecError);
    expect(() => readSpec(document)).toThrow(reason);
  });
});

it("says which of several documents is of another kind, and that none is of the service", () => {
  expect(() => compareSpec(ownSpec(), [])).toThrow(expect.objectContaining({ name: "SpecError", document: 1 }));
  const other = { openapi: "3.0.0", paths: { "/pets": { get: {} } } };
  expect(() => compareSpec(other)).toThrow("None of the operations is one of the service.");
});

/** A document with one create, whose body has a schema. */
function documentOf(path: string, schema: object) {
  const content = { "application/json": { schema } };
  return { openapi: "3.0.0", paths: { [path]: { post: { requestBody: { content }, responses: {} } } } };
}

interface VariantStyle {
  /** The schema of the dates. */
  readonly dates: object;
  readonly schemas: Readonly<Record<string, object>>;
}

/** The ways in which documents describe the variants of the dates of `quant`. */
function variantStyles(): Record<string, VariantStyle> {
  const text = { type: "string" };
  const common = { frequency: text, calendar: text, overrideUniversalScreenCalendar: { type: "boolean" } };
  const base = {
    type: "object",
    required: ["source", "frequency", "calendar"],
    properties: { source: { type: "string", enum: ["FdsDate", "DateList"] }, ...common },
  };
  const range = { type: "object", required: ["startDate", "endDate"], properties: { startDate: text, endDate: text } };
  const list = { type: "object", properties: { dates: { type: "array", items: text, nullable: true } } };
  const mapping = { FdsDate: "#/components/schemas/QuantFdsDate", DateList: "#/components/schemas/QuantDateList" };
  const discriminator = { propertyName: "source", mapping };
  const alternatives = [ref("QuantFdsDate"), ref("QuantDateList")];
  const derived = {
    QuantDate: base,
    QuantFdsDate: { allOf: [ref("QuantDate"), range] },
    QuantDateList: { allOf: [ref("QuantDate"), list] },
  };
  const alone = (variant: typeof range | typeof list, source: string) => ({
    type: "object",
    required: ["source", "frequency", "calendar", ...("required" in variant ? variant.required : [])],
    properties: { ...common, ...variant.properties, source: { const: source } },
  });
  return {
    "alternatives with a mapping": { dates: { oneOf: alternatives, discriminator }, schemas: derived },
    "alternatives that are named": {
      dates: { oneOf: alternatives, discriminator: { propertyName: "source" } },
      schemas: derived,
    },
    "alternatives and null": { dates: { anyOf: [{ type: "null" }, ...alternatives] }, schemas: derived },
    "a base class with a mapping": {
      dates: { nullable: true, allOf: [ref("QuantDate")] },
      schemas: { ...derived, QuantDate: { ...base, discriminator } },
    },
    "a base class with alternatives": {
      dates: ref("QuantDate"),
      schemas: { ...derived, QuantDate: { ...base, oneOf: alternatives, discriminator } },
    },
    "a reference to alternatives with constants": {
      dates: ref("OneOfQuantDates"),
      schemas: {
        OneOfQuantDates: { oneOf: alternatives },
        QuantFdsDate: alone(range, "FdsDate"),
        QuantDateList: alone(list, "DateList"),
      },
    },
  };
}

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}
