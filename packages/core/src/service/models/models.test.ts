import * as fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { inAnyCase, validDocuments } from "../../../test/support/schemas/schema-documents.ts";
import { familyIds, familySchemas } from "../../families/index.ts";
import { type ResponseModels, responseModels } from "./index.ts";

const id = "b41c7d02e95f4a638d10f2a7c6935e08";

describe("the state of a job", () => {
  const read = (data: unknown) => responseModels.CalculationStatusRoot.parse({ data }).data;

  test("statuses come in the model's spelling, whatever was sent", () => {
    const data = {
      CalculationID: id,
      status: "executing",
      units: { a: { status: "SUCCESS" }, b: { Status: "cancelled" } },
    };
    expect(read(data)).toEqual({
      calculationid: id,
      status: "Executing",
      units: { a: { status: "Success" }, b: { status: "Cancelled" } },
    });
  });

  test("a status that is not known yet stays as received", () => {
    expect(read({ status: "Hibernating" }).status).toBe("Hibernating");
  });

  test("no unit is lost, not even one that is null", () => {
    expect(read({ units: { a: null, A: { status: "Queued" } } }).units).toEqual({ a: {}, A: { status: "Queued" } });
  });

  test("errors of a unit are read from errors or error, as a list or as one item", () => {
    const item = { code: "400", detail: "Invalid component" };
    for (const unit of [
      { errors: [item] },
      { error: [item] },
      { error: item },
      { ERRORS: [item, null], error: null },
    ]) {
      expect(read({ units: { a: unit } }).units?.["a"]?.errors).toEqual([item]);
    }
    expect(read({ units: { a: { error: "Invalid component" } } }).units?.["a"]?.errors).toEqual([
      { detail: "Invalid component" },
    ]);
  });

  test("a value that does not decide the state of a job cannot make the state unreadable", () => {
    const unit = {
      status: "Success",
      points: "3",
      progress: 100,
      warnings: [{ text: "late price" }, null, "no price"],
      result: null,
      errors: [{ source: "x", code: 400 }],
    };
    expect(read({ units: { a: unit } }).units?.["a"]).toEqual({
      status: "Success",
      points: 3,
      progress: "100",
      warnings: ['{"text":"late price"}', "no price"],
      result: null,
      errors: [{ code: "400", source: undefined }],
    });
    expect(read({ units: { a: { points: "many" } } }).units?.["a"]?.points).toBeUndefined();
  });

  test("info addresses are in meta, by unit", () => {
    const root = responseModels.CalculationStatusRoot.parse({
      data: {},
      meta: { units: { a: { info: "/info" }, b: null } },
    });
    expect(root.meta?.units).toEqual({ a: { info: "/info" }, b: {} });
  });

  test("an answer of another kind is refused", () => {
    for (const answer of [
      {},
      [],
      "",
      null,
      "<html>",
      { data: [] },
      { data: "x" },
      { data: { units: [] } },
      { errors: [] },
    ]) {
      expect(responseModels.CalculationStatusRoot.safeParse(answer).success, JSON.stringify(answer)).toBe(false);
    }
  });

  test("the id of a created job is found under each of its names", () => {
    for (const data of [{ calculationId: id }, { calculationid: id }, { id }, { ID: id, calculationId: null }]) {
      expect(responseModels.CalculationInfoRoot.parse({ data }).data.calculationId).toBe(id);
    }
    expect(responseModels.CalculationInfoRoot.parse({ data: null }).data.calculationId).toBeUndefined();
  });

  test("batches have states of their own and a number as progress", () => {
    const status = {
      ID: id,
      status: "inprogress",
      progress: "40",
      startdatetime: "2024-04-01T08:00:00Z",
      batchevents: [{ message: "Started", type: "Info" }],
    };
    expect(responseModels.FIABCalculationStatus.parse(status)).toEqual({
      ...status,
      ID: undefined,
      id,
      status: "InProgress",
      progress: 40,
    });
    const list = { [id]: { requesttime: "2024-04-01T08:00:00Z", lastpolltime: null } };
    expect(responseModels.FIABCalculationStatusSummaryMap.parse(list)).toEqual(list);
  });
});

test("a list of jobs is read with its pages", () => {
  const answer = {
    data: { [id]: { status: "queued", units: 2, requestTime: "2024-04-01T08:00:00.5062222Z", lastPollTime: null } },
    meta: { pagination: { pageNumber: 1, pageSize: 20, totalPages: 1, totalCalculations: 1, nextPage: null } },
  };
  const expected = { ...answer, data: { [id]: { ...answer.data[id], status: "Queued" } } };
  expect(responseModels.CalculationsSummaryRoot.parse(answer)).toEqual(expected);
});

test("parameters that come back in lower case are read in the model's spelling, extras kept", () => {
  const answer = {
    data: {
      screen: {
        universe: { universeexpr: "ison_index=1", universetype: "equity", source: "screeningexpressionuniverse" },
        dates: { dates: ["2024-01-31"], source: "datelist", frequency: "m", calendar: "fiveday" },
        formulas: [{ expr: "p_price", name: "price", source: "fqlexpression", isarrayreturntype: false, extra: 1 }],
      },
    },
    meta: { allowarraydata: false, stachcontentorganization: "simplifiedrow", format: "feather", cachecontrol: null },
  };
  expect(responseModels.QuantCalculationParametersRoot.parse(answer)).toEqual({
    data: {
      screen: {
        universe: { universeExpr: "ison_index=1", universeType: "Equity", source: "ScreeningExpressionUniverse" },
        dates: { dates: ["2024-01-31"], source: "DateList", frequency: "m", calendar: "fiveday" },
        formulas: [{ expr: "p_price", name: "price", source: "FqlExpression", isArrayReturnType: false, extra: 1 }],
      },
    },
    meta: { allowArrayData: false, stachContentOrganization: "SimplifiedRow", format: "Feather", cachecontrol: null },
  });
});

test("parameters of a newer deployment are read, not refused", () => {
  const answer = {
    data: { a: { universe: { source: "PeerUniverse", peers: ["x"] }, dates: null } },
    meta: { format: "Parquet" },
  };
  expect(responseModels.QuantCalculationParametersRoot.parse(answer)).toEqual(answer);
  expect(responseModels.PACalculationParametersRoot.parse({ data: { a: { accounts: [null, {}] } } })).toEqual({
    data: { a: { accounts: [{}] } },
  });
});

test.each(familyIds.filter((family) => family !== "fiab"))(
  "whatever %s takes is read back as it was, in any letter case",
  (family) => {
    const model = modelOf[family];
    const schema = familySchemas[family];
    const documents = validDocuments(schema).chain((document) =>
      inAnyCase(schema, document).map((echo) => ({ document, echo })),
    );
    const property = fc.property(documents, ({ document, echo }) => {
      expect(responseModels[model].parse(echo)).toEqual(document);
    });
    fc.assert(property, { numRuns: 50 });
  },
);

const modelOf = {
  pa: "PACalculationParametersRoot",
  spar: "SPARCalculationParametersRoot",
  vault: "VaultCalculationParametersRoot",
  pub: "PubCalculationParametersRoot",
  quant: "QuantCalculationParametersRoot",
  fi: "FICalculationParametersRoot",
  afi: "AFIOptimizationParametersRoot",
  axp: "AxiomaEquityOptimizationParametersRoot",
  bpm: "BPMOptimizationParametersRoot",
  fpo: "FPOOptimizationParametersRoot",
  npo: "NPOOptimizationParametersRoot",
} as const;

test("directories, lists and single things are read", () => {
  const { AccountDirectoriesRoot, ColumnSummaryRoot, PAComponentRoot, SPARAccountsRoot, VaultConfigurationRoot } =
    responseModels;
  expect(AccountDirectoriesRoot.parse({ data: { accounts: ["A.ACCT", null], directories: null } }).data).toEqual({
    accounts: ["A.ACCT"],
    directories: null,
  });
  expect(
    ColumnSummaryRoot.parse({ data: { C1: { name: "Weight", category: "Portfolio", shade: 3 } } }).data["C1"],
  ).toEqual({ name: "Weight", category: "Portfolio", shade: 3 });
  expect(ColumnSummaryRoot.parse({ data: null }).data).toEqual({});
  expect(
    PAComponentRoot.parse({
      data: { id, Snapshot: true, dates: { enddate: "0", calendar: "FIVEDAY" }, benchmarks: [{ id: "B" }] },
    }).data.snapshot,
  ).toBe(true);
  expect(
    SPARAccountsRoot.parse({ data: { returnstype: [{ id: "GTR", name: "Gross" }] } }).data.returnsType?.[0]?.id,
  ).toBe("GTR");
  const configuration = {
    name: "Main",
    accounts: { "Client:/A.ACCT": { maxEndDate: "20240331", snapshotBenchmarkName: "World" } },
  };
  expect(VaultConfigurationRoot.parse({ data: configuration }).data).toEqual(configuration);
});

test("templates and templated components are read", () => {
  const content = { mandatory: ["accounts"], optional: [], locked: null };
  const linked = {
    id,
    directory: "Personal:T/",
    snapshot: false,
    content,
    name: "T",
    description: null,
    parentComponentId: id,
  };
  expect(responseModels.LinkedPATemplateRoot.parse({ data: linked }).data).toEqual(linked);
  const component = {
    id,
    componentData: { accounts: [{ id: "A" }], currencyisocode: "USD" },
    parentTemplateId: id,
    type: "Weights",
  };
  expect(responseModels.TemplatedPAComponentRoot.parse({ data: component }).data).toEqual(component);
  const details = {
    id,
    columns: [{ id, name: "Weight", statistics: ["s"] }],
    groups: [{ id, frequency: "Monthly" }],
    snapshot: true,
  };
  expect(responseModels.UnlinkedPATemplateCategoryAndTypeDetailsRoot.parse({ data: details }).data).toEqual(details);
});

test("error bodies are read whatever their items are", () => {
  const item = {
    id: "4F21A0C39B7E58D6",
    code: "BadRequest",
    title: "Failed",
    detail: "No",
    source: { pointer: "/data" },
  };
  expect(responseModels.ClientErrorResponse.parse({ Errors: [item, "plain"] })).toEqual({
    errors: [item, { detail: "plain" }],
  });
});

const roots = Object.entries(responseModels).filter(([name]) => name.endsWith("Root"));
test.each(roots)("%s: null properties, null data and unknown properties are read", (_, model) => {
  expect(model.safeParse({ data: null, meta: null, extra: { deep: [1] } }).data).toMatchObject({
    extra: { deep: [1] },
  });
});

test("no answer, however odd, makes a reader throw", () => {
  const property = fc.property(fc.constantFrom(...Object.values(responseModels)), fc.jsonValue(), (model, answer) => {
    for (const document of [answer, { data: answer }, { data: { a: answer, units: { a: answer } } }])
      model.safeParse(document);
  });
  fc.assert(property, { numRuns: 500 });
});

test("types: the named interfaces are what parsing gives", () => {
  const status = responseModels.CalculationStatusRoot.parse({ data: {} });
  expectTypeOf(status).toEqualTypeOf<ResponseModels["CalculationStatusRoot"]>();
  expectTypeOf<ResponseModels["CalculationInfoRoot"]["data"]["calculationId"]>().toEqualTypeOf<
    string | null | undefined
  >();
  expectTypeOf<keyof typeof responseModels>().toEqualTypeOf<keyof ResponseModels>();
});
