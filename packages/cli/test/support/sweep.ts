/** A `quant` sweep over `names.csv` beside it, with the columns `ticker` and `start`, of which the second may be empty. */
export const pricesSweep = JSON.stringify({
  template: {
    universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["TODO"] },
    dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
    formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
  },
  rows: "names.csv",
  id: "{ticker}",
  fill: { "/universe/identifiers/0": "{ticker}", "/dates/startDate": { column: "start", optional: true } },
});
