import type { OptimizerId } from "@analytics-engines/core/basics";
import { type Day, formatDay, onCalendar, resolveDate } from "@analytics-engines/core/parameters";
import { findAccount } from "../../catalogue/accounts.ts";
import { EXPORTED_STRATEGY, findDocument, strategyTree } from "../../catalogue/documents.ts";
import type { SecurityId } from "../market/securities.ts";
import { type Holdings, pricesOn } from "../portfolio/holdings.ts";
import { currencyOf, holdingsFor } from "../portfolio/request.ts";
import { type Fields, fieldsOf, ParameterProblem, type ResultRequest, requireValue } from "../request.ts";
import { type ResultTable, type TableColumn, tableOfColumns } from "../stach/table.ts";
import { solve } from "./solve.ts";
import { accountColumns, exportedColumns, optimalColumns, statsColumns, tradesColumns } from "./tables.ts";

/** The account that a strategy optimizes when the request names none. */
const savedAccount = (id: OptimizerId) => `Client:/Optimizer/${id === "afi" ? "MODEL_BOND" : "CORE_EQUITY"}.ACCT`;

/** The tables of an optimization: one for each output type of the request. */
export function optimizerTables(family: OptimizerId, request: ResultRequest): Map<string, ResultTable> {
  const { seed, today } = request;
  const unit = fieldsOf(request.unit);
  const strategy = unit.object("strategy").text("id") ?? "";
  const { path } = requireValue(strategyTree(family).find(strategy), `Invalid strategy identifier:${strategy}`);
  const account = unit.object("account");
  const document = account.object("paDocument").text("id");
  if (family === "fpo" && document !== undefined)
    requireValue(findDocument("pa", document), `Invalid document identifier:${document}`);
  const overrides = account.object("overrides");
  const holdings = holdingsFor(
    account.text("id") ?? overrides.text("portfolio") ?? savedAccount(family),
    "account",
    seed,
  );
  const currency = currencyOf(
    fieldsOf({ currencyisocode: overrides.text("currency") }),
    findAccount(holdings.name)?.currency ?? "USD",
  );
  const settings = unit.object("optimization");
  const backtest = dateOf(settings, "backtestDate", today);
  const riskModel = dateOf(settings, "riskModelDate", today);
  const goal = unit.object("strategy").digest();
  const solution = solve(holdings, goal, backtest, cashflowOf(settings), currency, seed);
  const metadata = {
    "Absolute End Date": [formatDay(backtest)],
    "Absolute Start Date": [formatDay(backtest)],
    Accounts: [holdings.name],
    "Currency ISO Code": [currency],
    "Risk Model Date": [formatDay(riskModel)],
    Strategy: [strategy],
  };
  const outputs: Readonly<Record<string, (output: Fields) => TableColumn[]>> = {
    trades: (output) => tradesColumns(solution, output, currency),
    optimal: (output) =>
      path === EXPORTED_STRATEGY
        ? exportedColumns(solution, output, currency, benchmarkWeights(holdings, backtest, currency, seed))
        : optimalColumns(solution, output, currency),
    account: (output) => {
      const name = output.text("acctName") ?? holdings.name;
      const date = output.text("archiveDate") ?? formatDay(backtest);
      return accountColumns(solution, { name, date, action: output.text("ifAcctExists") ?? "abort" });
    },
    stats: () => statsColumns(solution, goal, seed),
  };
  const outputTypes = unit.object("outputTypes");
  const tables = new Map<string, ResultTable>();
  for (const [name, columnsOf] of Object.entries(outputs)) {
    if (outputTypes.has(name)) tables.set(name, tableOfColumns(columnsOf(outputTypes.object(name)), metadata));
  }
  if (tables.size === 0) throw new ParameterProblem("No output types");
  return tables;
}

/** The weights of the benchmark of an account, in percent. */
function benchmarkWeights({ name }: Holdings, day: Day, currency: string, seed: number): Map<SecurityId, number> {
  const benchmark = findAccount(name)?.benchmark;
  if (benchmark === undefined) return new Map();
  const { securities, shares } = holdingsFor(benchmark.id, "benchmark", seed);
  const values = pricesOn(securities, day, currency, seed).map((price, index) => price * (shares[index] ?? 0));
  const total = values.reduce((sum, value) => sum + value, 0);
  return new Map(Array.from(securities, (id, index) => [id, (100 * (values[index] ?? 0)) / total]));
}

function dateOf(settings: Fields, name: string, today: Date): Day {
  const text = settings.text(name) ?? "0";
  const day = requireValue(resolveDate(text, { today, also: "MM/DD/YYYY" }), `Invalid ${name}:${text}`);
  return onCalendar(day, "FIVEDAY");
}

function cashflowOf(settings: Fields): number {
  const text = settings.text("cashflow") ?? "0";
  const amount = Number(text.replaceAll(",", ""));
  if (text.trim() === "" || !Number.isFinite(amount)) throw new ParameterProblem(`Invalid cashflow:${text}`);
  return amount;
}
