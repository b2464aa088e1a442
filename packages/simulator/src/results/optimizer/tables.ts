import { identifierOf } from "../market/identifiers.ts";
import { betaOf } from "../market/prices.ts";
import { countryOf, securityName } from "../market/securities.ts";
import { hashText, rounded, uniform } from "../random.ts";
import type { Cell, ResultTable, TableColumn } from "../stach/table.ts";
import type { OptimizedPosition, Solution } from "./solve.ts";

type Metadata = ResultTable["metadata"];

export interface ListOptions {
  readonly identifierType: string;
  readonly includeCash: boolean;
  readonly excludeZero: boolean;
}

const WHOLE = "{0:#,0;-#,0;--}";

function words(name: string, header: string, cells: readonly Cell[], isDimension = true): TableColumn {
  return { name, headers: [header], type: "string", cells, ...(isDimension ? { isDimension } : {}) };
}

function numbers(
  name: string,
  header: string,
  cells: readonly (number | null)[],
  format = "{0:0.00;-0.00;--}",
): TableColumn {
  return {
    name,
    headers: [header],
    type: "real",
    format,
    cells: cells.map((cell) => (cell === null ? null : rounded(cell))),
  };
}

function table(columns: readonly TableColumn[], metadata: Metadata): ResultTable {
  return { columns, rowCount: columns[0]?.cells.length ?? 0, metadata };
}

/** What a cash line shows where a security shows its identifier. */
const CASH = "CASH";

/** A row for each security that is bought or sold; with cash the values add up to the cash flow. */
export function tradesTable(
  solution: Solution,
  options: ListOptions,
  currency: string,
  metadata: Metadata,
): ResultTable {
  const traded = solution.positions.filter((position) => position.initialShares !== position.optimalShares);
  const cash = options.includeCash ? [solution.optimalCash - solution.initialCash] : [];
  const shares = (position: OptimizedPosition) => position.optimalShares - position.initialShares;
  const side = (amount: number) => (amount > 0 ? "Buy" : "Sell");
  return table(
    [
      words("identifier", options.identifierType, [
        ...traded.map(({ id }) => identifierOf(options.identifierType, id)),
        ...cash.map(() => CASH),
      ]),
      words("name", "Name", [...traded.map(({ id }) => securityName(id)), ...cash.map(() => `${currency} Cash`)]),
      words("side", "Side", [...traded.map((position) => side(shares(position))), ...cash.map(side)], false),
      numbers(
        "initialShares",
        "Initial Shares",
        [...traded.map((position) => position.initialShares), ...cash.map(() => solution.initialCash)],
        WHOLE,
      ),
      numbers("tradeShares", "Trade Shares", [...traded.map(shares), ...cash], WHOLE),
      numbers(
        "optimalShares",
        "Optimal Shares",
        [...traded.map((position) => position.optimalShares), ...cash.map(() => solution.optimalCash)],
        WHOLE,
      ),
      numbers("price", "Price", [...traded.map(({ price }) => price), ...cash.map(() => 1)]),
      numbers("tradeValue", "Trade Value", [...traded.map((position) => shares(position) * position.price), ...cash]),
    ],
    metadata,
  );
}

/** A row for each security of the optimal portfolio; with cash the weights add up to 100. */
export function optimalTable(
  solution: Solution,
  options: ListOptions,
  currency: string,
  metadata: Metadata,
): ResultTable {
  const { initialValue, optimalValue, initialCash, optimalCash } = solution;
  const held = solution.positions.filter((position) => position.optimalShares > 0 || !options.excludeZero);
  const cash = options.includeCash ? [0] : [];
  const weight = (value: number, total: number) => (total === 0 ? 0 : (100 * value) / total);
  return table(
    [
      words("identifier", options.identifierType, [
        ...held.map(({ id }) => identifierOf(options.identifierType, id)),
        ...cash.map(() => CASH),
      ]),
      words("name", "Name", [...held.map(({ id }) => securityName(id)), ...cash.map(() => `${currency} Cash`)]),
      words(
        "currency",
        "Currency",
        [...held.map(({ id }) => countryOf(id).currency), ...cash.map(() => currency)],
        false,
      ),
      numbers(
        "shares",
        "Optimal Shares",
        [...held.map((position) => position.optimalShares), ...cash.map(() => optimalCash)],
        WHOLE,
      ),
      numbers("value", "Optimal Value", [
        ...held.map((position) => position.optimalShares * position.price),
        ...cash.map(() => optimalCash),
      ]),
      numbers("initialWeight", "Initial Weight", [
        ...held.map((position) => weight(position.initialShares * position.price, initialValue)),
        ...cash.map(() => weight(initialCash, initialValue)),
      ]),
      numbers("optimalWeight", "Optimal Weight", [
        ...held.map((position) => weight(position.optimalShares * position.price, optimalValue)),
        ...cash.map(() => weight(optimalCash, optimalValue)),
      ]),
    ],
    metadata,
  );
}

/** One row: the account into which the optimal portfolio was archived. */
export function accountTable(
  solution: Solution,
  archive: { name: string; date: string; action: string },
  metadata: Metadata,
): ResultTable {
  const count = solution.positions.filter((position) => position.optimalShares > 0).length;
  return table(
    [
      words("account", "Account", [archive.name]),
      words("archiveDate", "Archive Date", [archive.date], false),
      words("action", "If Account Exists", [archive.action], false),
      { name: "holdings", headers: ["Holdings"], type: "int32", cells: [count] },
      numbers("value", "Market Value", [solution.optimalValue]),
    ],
    metadata,
  );
}

/** A row for each figure, before and after. */
export function statsTable(solution: Solution, goal: string, seed: number, metadata: Metadata): ResultTable {
  const { positions, initialValue, optimalValue, initialCash, optimalCash } = solution;
  const value = (of: (position: OptimizedPosition) => number) =>
    positions.reduce((sum, position) => sum + of(position), 0);
  const traded = value(({ price, initialShares, optimalShares }) => Math.abs(optimalShares - initialShares) * price);
  const beta = (shares: (position: OptimizedPosition) => number, total: number) =>
    value((position) => betaOf(seed, position.id) * shares(position) * position.price) / (total || 1);
  const initialBeta = beta((position) => position.initialShares, initialValue);
  const optimalBeta = beta((position) => position.optimalShares, optimalValue);
  const luck = uniform(seed, 70, hashText(goal));
  const count = (shares: (position: OptimizedPosition) => number) =>
    positions.filter((position) => shares(position) > 0).length;
  const rows: [string, number | null, number | null][] = [
    ["Number of Holdings", count((position) => position.initialShares), count((position) => position.optimalShares)],
    ["Market Value", initialValue, optimalValue],
    ["Cash Weight", (100 * initialCash) / initialValue, (100 * optimalCash) / (optimalValue || 1)],
    [
      "Number of Trades",
      null,
      positions.filter((position) => position.initialShares !== position.optimalShares).length,
    ],
    ["Turnover", null, (50 * traded) / initialValue],
    ["Transaction Cost", null, traded * 0.0008],
    ["Beta", initialBeta, optimalBeta],
    ["Volatility", 15.5 * initialBeta, 15.2 * optimalBeta],
    ["Tracking Error", 3 + 2 * luck, 1.2 + 2 * luck],
    ["Expected Return", 4 + 2 * luck, 5 + 2.5 * luck],
    ["Objective", 0.2 + luck, 0.6 + luck],
  ];
  return table(
    [
      words(
        "statistic",
        "Statistic",
        rows.map(([name]) => name),
      ),
      numbers(
        "initial",
        "Initial",
        rows.map(([, initial]) => initial),
      ),
      numbers(
        "optimal",
        "Optimal",
        rows.map(([, , optimal]) => optimal),
      ),
    ],
    metadata,
  );
}
