import { BENCHMARK_PREFIX } from "./benchmarks.ts";
import type { ComponentEntry } from "./components.ts";

/** A component as the service shows it; the properties differ by family. */
export function componentPayload(component: ComponentEntry) {
  const { id, name, category, document, tile, snapshot, frequency, currency, benchmark } = component;
  const common = { id, path: `${document.path};tile${tile}`, name, category };
  const dates = { ...(snapshot ? {} : { startdate: "-1Y" }), enddate: "0", frequency };
  const holdingsmode = "B&H";
  switch (component.family) {
    case "pa":
      return {
        ...common,
        accounts: [{ id: document.account, holdingsmode }],
        benchmarks: [{ id: benchmark, holdingsmode }],
        currencyisocode: currency,
        dates: { ...dates, calendar: "FIVEDAY" },
        snapshot,
      };
    case "spar":
      return {
        ...common,
        accounts: [{ id: document.account, returntype: "GTR", prefix: "" }],
        benchmarks: { id: benchmark.slice(BENCHMARK_PREFIX.length + 1), returntype: "GTR", prefix: BENCHMARK_PREFIX },
        currencyIsoCode: currency,
      };
    case "vault":
      return {
        ...common,
        account: { id: document.account },
        benchmark: { id: benchmark },
        currencyisocode: currency,
        dates,
        snapshot,
      };
  }
}
