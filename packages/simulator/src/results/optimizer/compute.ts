import type { OptimizerId } from "@analytics-engines/core/basics";
import { type Day, formatDay, onCalendar, resolveDate } from "@analytics-engines/core/parameters";
import { findAccount } from "../../catalogue/accounts.ts";
import { EXPORTED_STRATEGY, findDocument, strategyTree } from "../../catalogue/documents.ts";
import type { SecurityId } from "../market/securities.ts";
import { currencyOf, holdingsFor } from "../portfolio/compute.ts";
import { type Holdings, pricesOn } from "../portfolio/holdings.ts";
import { hashText, uniform } from "../random.ts";
import { type Fields, fieldsOf, ParameterProblem, type ResultRequest, requireValue } from "../request.ts";
import { type ResultTable, type TableColumn, tableOfColumns } from "../stach/table.ts";
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

export interface OptimizedPosition {
  readonly id: SecurityId;
  readonly price: number;
  readonly initialShares: number;
  readonly optimalShares: number;
}

/** An account before and after; cash takes what whole shares leave over, so that values add up exactly. */
export type Solution = Readonly<ReturnType<typeof solve>>;

/**
 * Moves an account's weights towards a goal that the strategy's name and the settings decide: some positions are sold, others change by
 * up to two fifths. Nothing is created or lost: the trades and the change of cash add up to the cash flow.
 */
function solve(holdings: Holdings, goal: string, day: Day, cashflow: number, currency: string, seed: number) {
  const { securities, shares } = holdings;
  const prices = pricesOn(securities, day, currency, seed);
  const invested = shares.reduce((sum, count, index) => sum + count * (prices[index] ?? 0), 0);
  const initialCash = Math.round(invested) / 100;
  const initialValue = invested + initialCash;
  const optimalValue = initialValue + cashflow;
  const key = hashText(goal.toLowerCase());
  const wishes = Float64Array.from(securities, (id, index) => {
    const value = (shares[index] ?? 0) * (prices[index] ?? 0);
    const sold = securities.length > 10 && uniform(seed, key, id) < 0.08;
    return sold ? 0 : value * (0.6 + 0.8 * uniform(seed, key + 1, id));
  });
  const wished = wishes.reduce((sum, wish) => sum + wish, 0);
  const toInvest = Math.max(0, optimalValue) * 0.995;
  let optimalCash = optimalValue;
  const positions = Array.from(securities, (id, index): OptimizedPosition => {
    const price = prices[index] ?? 1;
    const optimalShares = Math.floor(((wishes[index] ?? 0) / wished) * (toInvest / price));
    optimalCash -= optimalShares * price;
    return { id, price, initialShares: shares[index] ?? 0, optimalShares };
  });
  return { positions, initialCash, optimalCash, initialValue, optimalValue };
}
