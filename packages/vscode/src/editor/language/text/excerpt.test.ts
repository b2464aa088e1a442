import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-json-languageservice";
import { createJsonService } from "../schema/json-service.ts";
import { checkParameterText } from "./checked-text.ts";
import { excerptAt, moveSpan } from "./excerpt.ts";
import { textPlaceAt } from "./tree.ts";

const unit = { componentid: "0A".repeat(32), accounts: [{ id: "Client:/A.ACCT", holdingsmode: "B&H" }] };
const content = { data: { one: unit, two: { ...unit, dates: { frequency: "Monthly" } }, three: unit }, meta: {} };
const texts = {
  indented: JSON.stringify(content, null, 2),
  "on one line": JSON.stringify(content),
  "without a brace": JSON.stringify(content, null, 2).replace('"Monthly"\n      }', '"Monthly"\n'),
};
const service = createJsonService();

/** What the language features say at an offset, in the whole text and in an excerpt. */
async function answers(text: string, offset: number, checked = text) {
  const document = TextDocument.create("a:/b", "json", 0, text);
  const { line, character } = document.positionAt(offset);
  const ask = async (excerpt: ReturnType<typeof excerptAt>) => {
    const position = { line: line - excerpt.line, character };
    const { items } = await service.complete(excerpt.text, "pa", position);
    const found = textPlaceAt(excerpt.text, offset - excerpt.offset);
    const place = found && moveSpan(found, excerpt);
    return {
      items: items.map(({ label, insertText, textEdit }) => {
        if (textEdit === undefined || !("range" in textEdit)) return { label, insertText };
        const { start, end } = textEdit.range;
        return {
          label,
          insertText,
          start: { ...start, line: start.line + excerpt.line },
          end: end.line + excerpt.line,
        };
      }),
      hover: (await service.hover(excerpt.text, "pa", position))?.contents,
      place: place && [place.path, place.start, place.end, place.typed, place.whole],
    };
  };
  const excerpt = excerptAt(document, offset, checkParameterText(checked, { path: "a.pa.json" }));
  return { excerpt, ofExcerpt: await ask(excerpt), ofWhole: await ask({ text, offset: 0, line: 0 }) };
}

describe("an excerpt", () => {
  it.each(Object.entries(texts))("of a text %s says what the whole text says", async (_, text) => {
    for (let offset = text.indexOf('"two"'); offset < text.indexOf('"three"'); offset += 3) {
      const { ofExcerpt, ofWhole } = await answers(text, offset);
      expect(ofExcerpt, `${text.slice(0, offset)}|`).toEqual(ofWhole);
    }
  });

  it("has only the unit at the offset, also while the user types in it", async () => {
    const checked = texts.indented;
    const offset = checked.indexOf('"frequency"');
    for (const typed of ["", '"', '"currencyisocode": "', '"accounts": [{']) {
      const text = checked.slice(0, offset) + typed + checked.slice(offset);
      const { excerpt } = await answers(text, offset + typed.length, checked);
      expect(excerpt.text).toContain(`"dates": {\n        ${typed}`);
      expect(excerpt.text).not.toMatch(/"one"|"three"|"meta"/);
    }
  });

  it("is the whole text outside of units, and after changes elsewhere", async () => {
    const text = texts.indented;
    const changed = text.replace("Client", "Person");
    for (const [current, at] of [
      [text, text.indexOf('"data"')],
      [text, text.indexOf('"meta"')],
      [changed, changed.indexOf('"frequency"')],
    ] as const) {
      expect((await answers(current, at, text)).excerpt).toEqual({ text: current, offset: 0, line: 0 });
    }
  });
});
