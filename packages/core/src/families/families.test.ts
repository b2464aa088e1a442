import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type FamilyId,
  families,
  familyIds,
  familySchemas,
  isFamilyId,
  type RequestModels,
  templateSchemas,
} from "./index.ts";

const component = "C0FFEE00C0FFEE00C0FFEE00C0FFEE00C0FFEE00C0FFEE00C0FFEE00C0FFEE00";
const optimization = {
  data: {
    strategy: {
      id: "Client:/Optimizer/LOW_RISK",
      overrides: { alpha: "EXPECTED_RETURN", constraints: { Turnover: "Disable" } },
    },
    account: { id: "Client:/Optimizer/EQUITY.ACCT", overrides: { currency: "EUR" } },
    optimization: { riskModelDate: "0M", cashflow: "0" },
    outputTypes: {
      trades: { identifierType: "Isin", includeCash: false },
      optimal: { excludeZero: true },
      account: { ifAcctExists: "appendDate" },
      stats: {},
    },
  },
  meta: {},
};
const withList = structuredClone(optimization);
const listed = {
  ...withList,
  data: {
    ...withList.data,
    strategy: { id: "Client:/S", overrides: { constraints: [{ item1: "Turnover", item2: "Enable" }] } },
  },
};

/** A request of each family that uses the family's special features. */
const requests: Readonly<Record<FamilyId, unknown>> = {
  pa: {
    data: {
      weights: {
        componentid: component,
        accounts: [{ id: "Client:/Equity/GLOBAL.ACCT", holdingsmode: "B&H" }],
        benchmarks: null,
        dates: { startdate: "-1M", enddate: "0", frequency: "Single", calendar: "FIVEDAY" },
        groups: [{ id: component, frequency: "BeginningOfPeriod" }],
        columns: [{ id: component, statistics: ["a1b2"] }],
        datasources: { portfoliopricingsources: [{ id: component }], useportfoliopricingsourcesforbenchmark: false },
        currencyisocode: "EUR",
        componentdetail: "groupsall",
      },
      bare: { componentid: component, dates: {} },
    },
    meta: { contentorganization: "None", stachContentOrganization: "Row", contenttype: "Json", format: "JsonStach" },
  },
  spar: {
    data: {
      1: {
        componentid: component,
        accounts: [{ id: "IDX.1", returntype: "GTR", prefix: "INDEXHOUSE" }],
        benchmark: { id: "IDX.2" },
        dates: { startdate: "-3M", enddate: "0", frequency: "Monthly", useeachportfolioinception: true },
        universeid: "PEERS\\Global Equity",
      },
    },
  },
  vault: {
    data: {
      1: {
        componentid: component,
        account: { id: "Client:/V.ACCT" },
        configid: "c-1",
        dates: { enddate: "0", frequency: "Monthly" },
      },
    },
  },
  pub: {
    data: {
      1: { document: "Client:/R.PDF", account: { id: "Client:/A.ACCT", holdingsmode: "TBR" }, dates: { enddate: "0" } },
    },
    meta: null,
  },
  quant: {
    data: {
      screen: {
        universe: { source: "UniversalScreenUniverse", screen: "Client:/Screens/LOW" },
        dates: {
          source: "DateList",
          dates: ["20240131"],
          frequency: "M",
          calendar: "FIVEDAY",
          overrideUniversalScreenCalendar: true,
        },
        formulas: [
          { source: "UniversalScreenParameter", referenceName: "vol", name: "volatility" },
          { source: "AllUniversalScreenParameters" },
          { source: "FqlExpression", expr: "P_PRICE(#DATE)", name: "price", isArrayReturnType: true, dateOffset: null },
        ],
      },
    },
    meta: { allowArrayData: true, format: "Feather" },
  },
  fi: {
    data: {
      securities: [
        {
          symbol: "000000AA0",
          calcFromMethod: "Price",
          calcFromValue: 100.285,
          faceType: "Original",
          convertible: { volatilityCapMethod: "noCap", equityPrice: 41.5 },
        },
      ],
      calculations: ["Price", "Effective Duration"],
      jobSettings: {
        asOfDate: "20240401",
        partialDurationMonths: [3, 12],
        marketEnvironment: { ratePath: "FLAT & FORWARD" },
      },
    },
  },
  fiab: {
    account: { id: "Client:/B.ACCT" },
    dates: { startdate: "20240301", enddate: "20240331" },
    msl: "Client:/M.OFDB",
  },
  afi: optimization,
  axp: optimization,
  bpm: {
    ...listed,
    data: {
      ...listed.data,
      optimization: { market: "US", investAllCash: true },
      strategy: {
        id: "Client:/S",
        overrides: { alpha: { formula: "ER", returnType: "Excess", returnMultiplier: "1.5" }, constraints: [] },
      },
    },
  },
  fpo: {
    data: {
      account: { paDocument: { id: "Client:/DOC" } },
      strategy: { id: "Client:/S", overrides: { objective: { active: "Risk", terms: { Tracking: "Enable" } } } },
      outputTypes: {},
    },
  },
  npo: {
    data: {
      ...listed.data,
      strategy: {
        id: "Client:/S",
        overrides: { objective: { risk: { weight: 0.5 } }, constraints: [{ item1: "Turnover", item2: "Enable" }] },
      },
    },
  },
};

describe.each(familyIds.map((id) => [id, familySchemas[id], requests[id]] as const))("%s", (_, schema, request) => {
  test("a correct request is unchanged: nothing is respelled or filled in", () => {
    expect(schema.parse(request)).toEqual(request);
  });

  test("$schema is the file's, not the request's", () => {
    expect(schema.safeParse(Object.assign({ $schema: "x.schema.json" }, request)).success).toBe(false);
  });
});

/** The issues of a request, as `path: message`. */
function issuesOf(id: FamilyId, request: unknown): string[] {
  return (familySchemas[id].safeParse(request).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );
}

test("a whole map of units may be missing or null, a unit may not", () => {
  for (const data of [undefined, null, {}]) expect(issuesOf("pa", { data })).toEqual([]);
  expect(issuesOf("pa", { data: { a: null } })).toEqual([expect.stringContaining("data.a: ")]);
});

test.each([
  ["pa", { data: { a: {} } }, ["data.a.componentid"]],
  [
    "spar",
    { data: { a: { componentid: "x", dates: {} } } },
    ["data.a.dates.startdate", "data.a.dates.enddate", "data.a.dates.frequency"],
  ],
  ["vault", { data: { a: {} } }, ["data.a.componentid", "data.a.account", "data.a.configid"]],
  ["pub", { data: { a: {} } }, ["data.a.document", "data.a.account", "data.a.dates"]],
  [
    "quant",
    { data: { a: { universe: { source: "IdentifierUniverse" } } } },
    ["data.a.universe.universeType", "data.a.universe.identifiers"],
  ],
  [
    "fi",
    { data: { securities: [{}] } },
    ["data.securities.0.calcFromValue", "data.securities.0.symbol", "data.calculations", "data.jobSettings"],
  ],
  ["fiab", {}, ["account", "dates"]],
  ["afi", { data: {} }, ["data.strategy", "data.outputTypes"]],
  ["fpo", { data: { strategy: {}, outputTypes: {}, account: {} } }, ["data.account.paDocument", "data.strategy.id"]],
] as const)("%s names what is missing, each where it belongs", (id, request, paths) => {
  expect(issuesOf(id, request).map((issue) => issue.split(": ")[0])).toEqual(paths);
});

test("an issue about a value outside a closed set names the allowed values", () => {
  expect(issuesOf("pa", { meta: { format: "Excel" } })).toEqual([
    expect.stringMatching(/^meta\.format: .*"JsonStach"\|"Table".*"Feather"/),
  ]);
});

test("a quant variant is judged only by its source", () => {
  const dates = { source: "FDSDATE", startdate: "0", ENDDATE: "0", frequency: "D", calendar: "FIVEDAY", dates: [] };
  expect(issuesOf("quant", { data: { a: { dates } } })).toEqual(['data.a.dates: Unrecognized key: "dates"']);
  expect(issuesOf("quant", { data: { a: { dates: { source: "Yesterday" } } } })).toEqual([
    expect.stringMatching(/^data\.a\.dates\.source: .*'FdsDate' \| 'DateList'/),
  ]);
});

test("constraints are a map for some optimizers and a list for others", () => {
  expect(issuesOf("afi", listed)).toEqual([expect.stringContaining("data.strategy.overrides.constraints: ")]);
  expect(issuesOf("npo", optimization)).toEqual([expect.stringContaining("data.strategy.overrides.constraints: ")]);
});

describe("templates", () => {
  const content = { mandatory: ["accounts"], optional: null, locked: ["dates"] };
  test.each([
    ["linkedTemplate", { directory: "Personal:T/", parentComponentId: component, content }],
    ["linkedTemplateUpdate", { description: "Security level", content }],
    [
      "unlinkedTemplate",
      {
        directory: "Personal:T/",
        templateTypeId: component,
        currencyisocode: "USD",
        dates: { calendar: "SEVENDAY" },
        content,
      },
    ],
    ["unlinkedTemplateUpdate", { accounts: [{ id: "Client:/A.ACCT" }] }],
    [
      "templatedComponent",
      { directory: "Personal:C/", parentTemplateId: "0123", componentData: { componentdetail: "GROUPS" } },
    ],
    ["templatedComponentUpdate", { componentData: { columns: [{ id: component }] } }],
  ] as const)("%s", (name, data) => {
    expect(templateSchemas[name].parse({ data })).toEqual({ data });
    expect(templateSchemas[name].safeParse({}).error?.issues).toEqual([expect.objectContaining({ path: ["data"] })]);
    expect(templateSchemas[name].safeParse({ data: { ...data, directories: 1 } }).success).toBe(false);
  });
});

test("types: the face of the package is exact", () => {
  expectTypeOf(familySchemas.pa.parse({})).toEqualTypeOf<RequestModels["PACalculationParametersRoot"]>();
  const unit: NonNullable<RequestModels["QuantCalculationParametersRoot"]["data"]>[string] = {
    // @ts-expect-error a variant takes its own properties alone
    universe: { source: "UniversalScreenUniverse", identifiers: [] },
    dates: { source: "FdsDate", startDate: "0", endDate: "0", frequency: "D", calendar: "FIVEDAY" },
  };
  expect(unit).toBeDefined();
  // @ts-expect-error fiab has no envelope
  const bare: RequestModels["FIABCalculationParameters"] = { data: {} };
  expect(bare).toBeDefined();
  // @ts-expect-error the model's spelling only
  const meta: RequestModels["PACalculationParametersRoot"] = { meta: { format: "jsonstach" } };
  expect(meta).toBeDefined();
  expectTypeOf<RequestModels["FICalculationParametersRoot"]["meta"]>()
    .exclude<null | undefined>()
    .toHaveProperty("format");
});

test("only the id of a family is recognised as one", () => {
  expect(Object.keys(families)).toEqual(familyIds);
  expect(familyIds.filter((id) => !isFamilyId(id))).toEqual([]);
  expect(["toString", "PA", "", "__proto__"].filter(isFamilyId)).toEqual([]);
});
