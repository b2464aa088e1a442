import { type Day, dashedDate, formatDay } from "@analytics-engines/core/parameters";
import { fieldsOf } from "../fields.ts";
import { identifierWithRegion } from "../market/securities.ts";
import { ParameterProblem, type ResultRequest, refuseTooLarge } from "../request.ts";
import { dimensions, type TableColumn, tableOfColumns } from "../stach/table.ts";
import { evaluationOf, isExpression } from "./expressions.ts";
import { daysOf, type Formula, formulasOf, type Member, membersOf } from "./request.ts";

/** The table of a quant unit: a row for each security and day, a column for each formula. */
export function quantResult({ unit: parameters, meta, seed, today }: ResultRequest) {
  const unit = fieldsOf(parameters);
  const members = membersOf(unit.object("universe"));
  const days = daysOf(unit.object("dates"), today);
  const formulas = formulasOf(unit.objects("formulas"), fieldsOf(meta).flag("allowArrayData"));
  if (members.length === 0) throw new ParameterProblem("No identifiers");
  if (days.length === 0) throw new ParameterProblem("No dates");
  if (formulas.length === 0) throw new ParameterProblem("No formulas");
  refuseTooLarge(members.length * days.length * formulas.length);
  const rows = members.flatMap((member) => days.map((day) => ({ member, day })));
  const broken = formulas.filter((formula) => !isExpression(formula.expression));
  const warnings = broken.map(
    ({ expression }) =>
      `Failed to evaluate expression ${expression.toUpperCase()}, possible syntax error, data will be NA`,
  );
  const first = formatDay(Math.min(...days));
  const last = formatDay(Math.max(...days));
  const columns = [
    ...dimensions(rows, [
      ["symbol", "Symbol", ({ member: { identifier, id } }) => identifier ?? identifierWithRegion(id)],
      ["date", "Date", ({ day }) => dashedDate(day)],
    ]),
    ...formulas.map((formula) => formulaColumn(formula, rows, seed)),
  ];
  const metadata = {
    "Absolute End Date": [last],
    "Absolute Start Date": [first],
    "Job Description": [unit.text("jobDescription") ?? ""],
  };
  return { table: tableOfColumns(columns, metadata), warnings, formulas, members: members.length, days: days.length };
}

const arrayDays = [0, 30, 60];

function formulaColumn(formula: Formula, rows: readonly { member: Member; day: Day }[], seed: number): TableColumn {
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
