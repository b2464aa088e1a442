import { exportedNumbers, exportedTexts } from "../exported.ts";
import { betaOf } from "../market/prices.ts";
import { countryOf, identifierOf, type SecurityId, securityName } from "../market/securities.ts";
import { hashText, uniform } from "../random.ts";
import type { Fields } from "../request.ts";
import { dimensions, figures, type TableColumn, textColumns } from "../stach/table.ts";
import type { OptimizedPosition, Solution } from "./solve.ts";

/** The type of the identifiers that a list of the request asks for. */
const identifierTypeOf = (output: Fields) => output.text("identifierType") ?? "Asset";

const WHOLE = "{0:#,0;-#,0;--}";

/** A row of a list: a security, or cash as shares of price 1. */
interface Row extends Omit<OptimizedPosition, "id"> {
  /** Undefined for cash. */
  readonly id: SecurityId | undefined;
  readonly identifier: string;
  readonly name: string;
  readonly currency: string;
}

function rowsOf(
  { positions, initialCash, optimalCash }: Solution,
  output: Fields,
  currency: string,
  isListed: (position: OptimizedPosition) => boolean,
  hasCash = output.flag("includeCash"),
): Row[] {
  const securities = positions.filter(isListed).map((position) => ({
    ...position,
    identifier: identifierOf(identifierTypeOf(output), position.id),
    name: securityName(position.id),
    currency: countryOf(position.id).currency,
  }));
  const name = `${currency} Cash`;
  const shares = { initialShares: initialCash, optimalShares: optimalCash };
  const cash = { id: undefined, identifier: "CASH", name, currency, price: 1, ...shares };
  return hasCash ? [...securities, cash] : securities;
}

function namesOf(rows: readonly Row[], output: Fields) {
  return dimensions(rows, [
    ["identifier", identifierTypeOf(output), (row) => row.identifier],
    ["name", "Name", (row) => row.name],
  ]);
}

/** A row for each security that is bought or sold; with cash the values add up to the cash flow. */
export function tradesColumns(solution: Solution, output: Fields, currency: string): TableColumn[] {
  const rows = rowsOf(solution, output, currency, (position) => position.initialShares !== position.optimalShares);
  const traded = (row: Row) => row.optimalShares - row.initialShares;
  return [
    ...namesOf(rows, output),
    ...textColumns(rows, [["side", "Side", (row) => (traded(row) > 0 ? "Buy" : "Sell")]]),
    ...figures(rows, [
      ["initialShares", "Initial Shares", (row) => row.initialShares, WHOLE],
      ["tradeShares", "Trade Shares", traded, WHOLE],
      ["optimalShares", "Optimal Shares", (row) => row.optimalShares, WHOLE],
      ["price", "Price", (row) => row.price],
      ["tradeValue", "Trade Value", (row) => traded(row) * row.price],
    ]),
  ];
}

/** A row for each security of the optimal portfolio; with cash the weights add up to 100. */
export function optimalColumns(solution: Solution, output: Fields, currency: string): TableColumn[] {
  const { initialValue, optimalValue } = solution;
  const hidesZero = output.flag("excludeZero");
  const rows = rowsOf(solution, output, currency, ({ optimalShares }) => optimalShares > 0 || !hidesZero);
  const weight = (value: number, total: number) => (total === 0 ? 0 : (100 * value) / total);
  return [
    ...namesOf(rows, output),
    ...textColumns(rows, [["currency", "Currency", (row) => row.currency]]),
    ...figures(rows, [
      ["shares", "Optimal Shares", (row) => row.optimalShares, WHOLE],
      ["value", "Optimal Value", (row) => row.optimalShares * row.price],
      ["initialWeight", "Initial Weight", (row) => weight(row.initialShares * row.price, initialValue)],
      ["optimalWeight", "Optimal Weight", (row) => weight(row.optimalShares * row.price, optimalValue)],
    ]),
  ];
}

/**
 * The optimal portfolio as exported: a row for each security and for cash, with weights before and after and the trade. The cash row has what
 * the trades and the cash flow leave, and no action.
 */
export function exportedColumns(
  solution: Solution,
  output: Fields,
  currency: string,
  benchmarkWeights: ReadonlyMap<SecurityId, number>,
): TableColumn[] {
  const { initialValue, optimalValue } = solution;
  const rows = rowsOf(solution, output, currency, () => true, true);
  const traded = (row: Row) => row.optimalShares - row.initialShares;
  const action = (row: Row) => (row.id === undefined || traded(row) === 0 ? null : traded(row) > 0 ? "Buy" : "Sell");
  const cost = (row: Row) => (action(row) === null ? 0 : 0.01 + 0.04 * uniform(0, 79, row.id ?? 0));
  const number = (header: string, of: (row: Row) => number | null, format?: string) =>
    exportedNumbers([header], rows.map(of), format);
  return [
    exportedTexts(
      "Symbol",
      rows.map((row) => row.identifier),
      true,
    ),
    exportedTexts(
      "Security Name",
      rows.map((row) => row.name),
      true,
    ),
    number("Initial Weight", (row) => (100 * row.initialShares * row.price) / initialValue),
    number("Optimal Weight", (row) => (100 * row.optimalShares * row.price) / (optimalValue || 1)),
    number("Bench. Weight", (row) => (row.id === undefined ? null : (benchmarkWeights.get(row.id) ?? null))),
    number("Trade Shares", traded, WHOLE),
    number("Trade Value", (row) => traded(row) * row.price),
    exportedTexts("tradeAction", rows.map(action)),
    number("transactionCostPercent", cost),
  ];
}

/** One row: the account into which the optimal portfolio was archived. */
export function accountColumns(
  { positions, optimalValue }: Solution,
  archive: { name: string; date: string; action: string },
): TableColumn[] {
  const count = positions.filter((position) => position.optimalShares > 0).length;
  return [
    ...dimensions([archive], [["account", "Account", ({ name }) => name]]),
    ...textColumns(
      [archive],
      [
        ["archiveDate", "Archive Date", ({ date }) => date],
        ["action", "If Account Exists", ({ action }) => action],
      ],
    ),
    { name: "holdings", headers: ["Holdings"], type: "int32", cells: [count] },
    ...figures([archive], [["value", "Market Value", () => optimalValue]]),
  ];
}

/** A row for each figure, before and after. */
export function statsColumns(solution: Solution, goal: string, seed: number): TableColumn[] {
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
  return [
    ...dimensions(rows, [["statistic", "Statistic", ([name]) => name]]),
    ...figures(rows, [
      ["initial", "Initial", ([, initial]) => initial],
      ["optimal", "Optimal", ([, , optimal]) => optimal],
    ]),
  ];
}
