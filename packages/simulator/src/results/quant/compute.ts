import { type Day, dashedDate, formatDay } from "@analytics-engines/core/parameters";
import { exportedNumbers, exportedTexts } from "../exported.ts";
import { fieldsOf } from "../fields.ts";
import { priceOf } from "../market/prices.ts";
import { identifierWithRegion } from "../market/securities.ts";
import { ParameterProblem, type ResultRequest, refuseTooLarge } from "../request.ts";
import { dimensions, type TableColumn, tableOfColumns } from "../stach/table.ts";
import { evaluationOf, isExpression } from "./expressions.ts";
import { daysOf, type Formula, formulasOf, isExportedScreen, type Member, membersOf } from "./request.ts";

interface Row {
  readonly member: Member;
  readonly day: Day;
}

/** The table of a quant unit: a row for each security and day, a column for each formula. */
export function quantResult({ unit: parameters, meta, seed, today }: ResultRequest) {
  const unit = fieldsOf(parameters);
  const members = membersOf(unit.object("universe"));
  const days = daysOf(unit.object("dates"), today);
  const isExported = isExportedScreen(unit.object("universe"));
  const formulas = formulasOf(unit.objects("formulas"), fieldsOf(meta).flag("allowArrayData"), isExported);
  if (members.length === 0) throw new ParameterProblem("No identifiers");
  if (days.length === 0) throw new ParameterProblem("No dates");
  if (formulas.length === 0) throw new ParameterProblem("No formulas");
  refuseTooLarge(members.length * days.length * formulas.length);
  // An export goes from date to date, the other tables from security to security.
  const rows = isExported
    ? days.flatMap((day) => members.map((member) => ({ member, day })))
    : members.flatMap((member) => days.map((day) => ({ member, day })));
  const broken = formulas.filter((formula) => !isExpression(formula.expression));
  const warnings = broken.map(
    ({ expression }) =>
      `Failed to evaluate expression ${expression.toUpperCase()}, possible syntax error, data will be NA`,
  );
  const first = formatDay(Math.min(...days));
  const last = formatDay(Math.max(...days));
  const nameOf = ({ member: { identifier, id } }: Row) => identifier ?? identifierWithRegion(id);
  const names = isExported
    ? [
        exportedTexts(
          "DATE",
          rows.map(({ day }) => formatDay(day)),
        ),
        exportedTexts("UNIVERSE", rows.map(nameOf)),
        exportedTexts(
          "ison_univ",
          rows.map(() => "True"),
        ),
      ]
    : dimensions(rows, [
        ["symbol", "Symbol", nameOf],
        ["date", "Date", ({ day }) => dashedDate(day)],
      ]);
  const columns = [
    ...names,
    ...formulas.map((formula) =>
      isExported && formula.expression.toLowerCase() === "tret"
        ? exportedNumbers([formula.name], priceReturns(rows, days, seed))
        : formulaColumn(formula, rows, seed),
    ),
  ];
  const metadata = {
    "Absolute End Date": [last],
    "Absolute Start Date": [first],
    "Job Description": [unit.text("jobDescription") ?? ""],
  };
  return { table: tableOfColumns(columns, metadata), warnings, formulas, members: members.length, days: days.length };
}

/** What the price of each row gained since the date before; before the first date, since as long ago as to the second. */
function priceReturns(rows: readonly Row[], days: readonly Day[], seed: number): number[] {
  const [first = 0, second = first + 30] = days;
  const before = new Map(days.map((day, index) => [day, days[index - 1] ?? first - (second - first)]));
  return rows.map(
    ({ member: { id }, day }) => 100 * (priceOf(seed, id, day) / priceOf(seed, id, before.get(day) ?? day) - 1),
  );
}

const arrayDays = [0, 30, 60];

function formulaColumn(formula: Formula, rows: readonly Row[], seed: number): TableColumn {
  const name = formula.name.replaceAll(/[^A-Za-z0-9_]/g, "");
  const headers = [formula.name];
  if (!isExpression(formula.expression)) return { name, headers, type: "real", cells: rows.map(() => null) };
  const { type, value } = evaluationOf(formula.expression, seed);
  if (formula.isArray) {
    const cells = rows.map(({ member, day }) =>
      Object.fromEntries(arrayDays.map((back) => [dashedDate(day - back), Number(value(member.id, day - back)) || 0])),
    );
    return { name, headers, type: "object", cells };
  }
  return { name, headers, type, cells: rows.map(({ member, day }) => value(member.id, day)) };
}
