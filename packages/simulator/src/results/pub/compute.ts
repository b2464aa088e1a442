import { formatDay } from "@analytics-engines/core/parameters";
import { findAccount } from "../../catalogue/accounts.ts";
import { findDocument } from "../../catalogue/documents.ts";
import { groupBy } from "../../catalogue/groups.ts";
import { fieldsOf } from "../fields.ts";
import { holdingsFor, spanOf, usualColumn } from "../portfolio/request.ts";
import { portfolioTable } from "../portfolio/table.ts";
import { type ResultRequest, requireValue } from "../request.ts";
import { type PdfLine, writePdf } from "./pdf.ts";

/** The report of a `pub` unit: a PDF that names the document, the account and the dates, with the account's sectors. */
export function pubReport({ unit: parameters, seed, today }: ResultRequest): Uint8Array<ArrayBuffer> {
  const unit = fieldsOf(parameters);
  const id = unit.text("document") ?? "";
  const document = requireValue(findDocument("pub", id), `Invalid document identifier:${id}`);
  const portfolio = holdingsFor(unit.object("account").text("id") ?? document.account, "account", seed);
  const account = findAccount(portfolio.name);
  const benchmark = account && holdingsFor(account.benchmark.id, "benchmark", seed);
  const span = spanOf(unit.object("dates"), { start: "-1AY", end: "0", frequency: "Single", snapshot: false }, today);
  const names = ["Port. Beginning Weight", "Port. Total Return", "Port. Contribution to Return", "Active Total Effect"];
  const table = portfolioTable({
    ...span,
    portfolio,
    benchmark,
    frequency: undefined,
    currency: portfolio.currency,
    groups: [groupBy("sector")],
    columns: names.map(usualColumn),
    detail: "groups",
    metadata: {},
    seed,
  });
  const lines: PdfLine[] = [
    { text: document.path.slice(document.path.lastIndexOf("/") + 1), size: 22 },
    { text: `Document: ${document.path}`, size: 11 },
    { text: `Account: ${portfolio.name}`, size: 11 },
    { text: `Dates: ${formatDay(span.start)} to ${formatDay(span.end)}`, size: 11 },
    { text: `Currency: ${portfolio.currency}`, size: 11 },
    { text: " ", size: 11 },
    { text: "Sector: weight, return, contribution, total effect (percent)", size: 12 },
    ...Array.from({ length: table.rowCount }, (_, row): PdfLine => {
      const cells = table.columns.map((column) => column.cells[row]);
      const numbers = cells.slice(2).map((cell) => (typeof cell === "number" ? cell.toFixed(2) : "--"));
      return { text: `${cells[1] ?? cells[0]}: ${numbers.join(", ")}`, size: 11 };
    }),
  ];
  return writePdf(`${document.path} - ${portfolio.name}`, lines);
}
