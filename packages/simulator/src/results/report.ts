import { formatDay } from "@analytics-engines/core/parameters";
import { findAccount } from "../catalogue/accounts.ts";
import { groupBy } from "../catalogue/columns.ts";
import { findDocument } from "../catalogue/documents.ts";
import { holdingsFor, spanOf, usualColumn } from "./portfolio/request.ts";
import { portfolioTable } from "./portfolio/table.ts";
import { fieldsOf, type ResultRequest, requireValue } from "./request.ts";

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
  const lines = [
    document.path.slice(document.path.lastIndexOf("/") + 1),
    `Document: ${document.path}`,
    `Account: ${portfolio.name}`,
    `Dates: ${formatDay(span.start)} to ${formatDay(span.end)}`,
    `Currency: ${portfolio.currency}`,
    "Sector: weight, return, contribution, total effect (percent)",
    ...Array.from({ length: table.rowCount }, (_, row) => {
      const cells = table.columns.map((column) => column.cells[row]);
      const numbers = cells.slice(2).map((cell) => (typeof cell === "number" ? cell.toFixed(2) : "--"));
      return `${cells[1] ?? cells[0]}: ${numbers.join(", ")}`;
    }),
  ];
  return writePdf(`${document.path} - ${portfolio.name}`, lines);
}

/**
 * A PDF 1.4 document of lines of text on an A4 page, with its cross-reference table. Letters that the standard Latin fonts lack show as
 * question marks.
 */
export function writePdf(title: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const content = `BT /F1 11 Tf 16 TL 60 780 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [5 0 R] >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Title (${escaped(title)}) /Producer (Analytics Engines simulator) >>`,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 6 0 R >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  // All texts are Latin-1, so a length in characters is a length in bytes. The second line marks the file as binary.
  let file = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, "latin1"));
}

function escaped(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, "?").replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
}
