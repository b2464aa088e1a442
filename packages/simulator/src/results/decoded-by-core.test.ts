import { cellValue, decodeResultBytes, type Table } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { computed } from "../../test/support/compute.ts";
import { knownGood } from "../catalogue/known-good.ts";

const { pa, spar, vault } = knownGood().components;
const { exported } = knownGood();
const organisations = ["SimplifiedRow", "Row", "Column"];

/** The content of a table, without the ids, which differ in each organisation. */
function said(table: Table) {
  const idOf = new Map(table.columns.map(({ id }, index) => [id, index]));
  return {
    columns: table.columns.map(({ name, header, type, isDimension, parentId }) => ({
      name,
      header,
      type,
      isDimension,
      parent: parentId === undefined ? undefined : idOf.get(parentId),
    })),
    rows: Array.from({ length: table.rowCount }, (_, row) => table.columns.map((column) => cellValue(column, row))),
    levels: [...(table.groupLevels ?? [])],
    parents: [...(table.parents ?? [])],
    metadata: table.metadata,
  };
}

const screenHeaders = ["DATE", "UNIVERSE", "ison_univ", "price", "tret", "sector"];

const units = [
  ["weights", "pa", { componentid: pa.weights }],
  ["attribution in all groups", "pa", { componentid: pa.attribution, componentdetail: "GROUPSALL" }],
  ["contribution of groups", "pa", { componentid: pa.contribution, componentdetail: "GROUPS" }],
  [
    "weights over time",
    "pa",
    { componentid: pa.weightsOverTime, dates: { startdate: "-1Y", enddate: "0M", frequency: "Monthly" } },
  ],
  ["spar", "spar", { componentid: spar.returnsOverTime }],
  ["vault", "vault", { componentid: vault.totalReturns, configid: knownGood().configuration }],
  ["weights as exported", "pa", { componentid: exported.pa.weights }],
  ["attribution by period as exported", "pa", { componentid: exported.pa.attributionByPeriod }],
  ["attribution with footers as exported", "pa", { componentid: exported.pa.footers }],
  ["accounts as exported", "vault", { componentid: exported.vault.accounts, configid: knownGood().configuration }],
  ["rolling returns as exported", "spar", { componentid: exported.spar.rolling }],
] as const;

describe("results, decoded by the library that users have", () => {
  it.each(units)("are the same table in each organisation: %s", async (_, family, unit) => {
    const decoded = await Promise.all(
      organisations.map(async (organisation) => {
        const { body } = computed(family, unit, { meta: { stachContentOrganization: organisation } });
        const tables = await decodeResultBytes(body);
        return tables.map(said);
      }),
    );
    const [simplified, ...others] = decoded;
    expect(simplified?.[0]?.rows.length).toBeGreaterThan(1);
    for (const other of others) expect(other).toEqual(simplified);
  });

  it("have the groups that their rows state", async () => {
    const { body } = computed("pa", { componentid: pa.weights }, { meta: { stachContentOrganization: "Row" } });
    const [table] = await decodeResultBytes(body);
    const levels = [...(table?.groupLevels ?? [])];
    expect(new Set(levels)).toEqual(new Set([0, 1, 2, 3]));
    const ofParents = [...(table?.parents ?? [])].map((parent) => levels[parent] ?? -1);
    expect(ofParents.map((level) => level + 1)).toEqual(levels);
  });

  it("of a quant unit are the same from Feather as from JSON, as far as Feather says it", async () => {
    const unit = {
      universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ZAAA-US", "ZBBB-US"] },
      dates: { source: "FdsDate", startDate: "20260701", endDate: "20260706", frequency: "D", calendar: "FIVEDAY" },
      formulas: [{ source: "ScreeningExpression", expr: "P_PRICE", name: "Price" }],
    };
    const [json] = await decodeResultBytes(computed("quant", unit, {}).body);
    const { contentType, body } = computed("quant", unit, { meta: { format: "feather" } });
    const [feather] = await decodeResultBytes(body, contentType);
    expect(json?.rowCount).toBe(8);
    expect(feather && said(feather).rows).toEqual(json && said(json).rows);
    expect(feather?.columns.map(({ header }) => header)).toEqual(json?.columns.map(({ header }) => header));
  });

  it("of a screen as exported are the same from Feather as from JSON", async () => {
    const unit = {
      universe: { source: "UniversalScreenUniverse", screen: exported.screen },
      dates: { source: "DateList", dates: ["20260930", "20261030"], frequency: "M", calendar: "FIVEDAY" },
      formulas: [{ source: "AllUniversalScreenParameters" }],
    };
    const [json] = await decodeResultBytes(computed("quant", unit).body);
    const { contentType, body } = computed("quant", unit, { meta: { format: "feather" } });
    const [feather] = await decodeResultBytes(body, contentType);
    expect(json?.columns.map(({ header }) => header[0])).toEqual(screenHeaders);
    expect(feather?.columns.map(({ header }) => header[0])).toEqual(screenHeaders);
    expect(feather && said(feather).rows).toEqual(json && said(json).rows);
  });
});
