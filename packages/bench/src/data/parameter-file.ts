/** A `pa` parameter file with this many units, indented. With `faulty`, one unit of a hundred has an error. */
export function makeParameterFile(units: number, faulty: boolean): string {
  const data: Record<string, unknown> = {};
  for (let unit = 0; unit < units; unit++) {
    const id = unit.toString(16).toUpperCase().padStart(64, "0");
    data[`unit ${unit}`] = {
      componentid: id,
      accounts: [{ id: `Client:/Equity/FUND_${unit}.ACCT`, holdingsmode: "B&H" }],
      benchmarks: [{ id: "BENCH:WORLD", holdingsmode: "B&H" }],
      dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" },
      currencyisocode: faulty && unit % 100 === 50 ? unit : "USD",
    };
  }
  return JSON.stringify({ data, meta: { format: "JsonStach" } }, null, 2);
}
