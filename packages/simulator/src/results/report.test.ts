import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computed, failureOf } from "../../test/support/compute.ts";
import { knownGood } from "../catalogue/known-good.ts";
import { writePdf } from "./report.ts";

/** Reads a PDF as its readers do: from the end, by the cross-reference table. Every object must stand where the table says. */
function readPdf(bytes: Uint8Array): { pages: number; texts: string[]; title: string } {
  const file = Buffer.from(bytes).toString("latin1");
  expect(file.startsWith("%PDF-1.4\n")).toBe(true);
  expect(file.endsWith("%%EOF\n")).toBe(true);
  const xref = Number(/startxref\n(\d+)\n/.exec(file)?.[1]);
  const [, count = "0"] = /^xref\n0 (\d+)\n/.exec(file.slice(xref)) ?? [];
  const table = file.slice(xref + `xref\n0 ${count}\n`.length);
  const objects = Array.from({ length: Number(count) - 1 }, (_, index) => {
    const entry = table.slice(20 * (index + 1), 20 * (index + 2));
    expect(entry).toMatch(/^\d{10} 00000 n \n$/);
    const object = file.slice(Number(entry.slice(0, 10)));
    expect(object.startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    return object.slice(0, object.indexOf("\nendobj\n"));
  });
  expect(file.slice(xref)).toContain(`/Size ${count} `);
  const texts = objects.flatMap((object) => {
    const [, length, content = ""] = /\/Length (\d+) >>\nstream\n(.*)\nendstream$/s.exec(object) ?? [];
    if (length === undefined) return [];
    expect(content.length).toBe(Number(length));
    return Array.from(content.matchAll(/\(((?:\\.|[^\\()])*)\) Tj/g), ([, text = ""]) =>
      text.replaceAll(/\\(.)/g, "$1"),
    );
  });
  const pages = Number(/\/Count (\d+)/.exec(file)?.[1]);
  expect(objects.filter((object) => object.includes("/Type /Page ")).length).toBe(pages);
  return { pages, texts, title: /\/Title \((.*)\) \/Producer/.exec(file)?.[1] ?? "" };
}

describe("a report", () => {
  const unit = {
    document: knownGood().documents.pub,
    account: { id: knownGood().accounts.equity, holdingsmode: "B&H" },
    dates: { startdate: "20240101", enddate: "20240331" },
  };

  it("is a PDF that names the document, the account and the dates", () => {
    const { contentType, body } = computed("pub", unit);
    expect(contentType).toBe("application/pdf");
    const { texts, pages } = readPdf(body);
    expect(pages).toBe(1);
    expect(texts).toContain(`Document: ${unit.document}`);
    expect(texts).toContain(`Account: ${unit.account.id}`);
    expect(texts).toContain("Dates: 20240101 to 20240331");
    expect(texts.some((text) => /^Technology: \d+\.\d\d, -?\d+\.\d\d/.test(text))).toBe(true);
  });

  it.each([
    [{ ...unit, document: "Client:/NONE" }, "Invalid document identifier:Client:/NONE"],
    [{ ...unit, account: { id: "Client:/NONE.ACCT" } }, "Invalid account identifier:Client:/NONE.ACCT"],
    [{ ...unit, dates: { enddate: "someday" } }, "Invalid end date:someday"],
  ])("says what is wrong (%#)", (parameters, problem) => {
    expect(failureOf("pub", parameters)).toBe(problem);
  });
});

describe("a PDF", () => {
  it("holds every line, whatever it says", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "é", "(", ")", "\\", " ", "Z"), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        expect(readPdf(writePdf("(title)", lines)).texts).toEqual(lines);
      }),
      { numRuns: 50 },
    );
  });

  it("shows a question mark for a letter that it cannot", () => {
    expect(readPdf(writePdf("t", ["日本 €5\n"])).texts).toEqual(["?? ?5?"]);
  });
});
