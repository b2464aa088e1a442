import { describe, expect, it } from "vitest";
import { ownSpec } from "../../test/support/own-spec.ts";
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
      }),
    ).toEqual([`POST ${quant}: status 204: only in the document`, `POST ${quant}: status 201: only here`]);
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

describe("a document of another kind", () => {
  it.each([
    [null, "not a JSON object"],
    [[], "not a JSON object"],
    [{}, "of another kind"],
    [{ swagger: "2.0" }, "Swagger 2.0"],
    [{ openapi: "3.0.0" }, "no `paths`"],
  ])("is refused by name: %j", (document, reason) => {
    expect(() => readSpec(document)).toThrow(SpecError);
    expect(() => readSpec(document)).toThrow(reason);
  });
});

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}
