import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Secrets } from "../../service/secrets/secrets.ts";
import { defectOfBytes, type Expected, expectedResult, expectedResults } from "./expected.ts";
import { kindOfJson } from "./what-came.ts";

const bytesOf = (content: string | readonly number[]) =>
  typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content);
const plain = (text: string) => text;
const judge = (expects: Expected, content: string | readonly number[], contentType = "application/json") =>
  defectOfBytes(bytesOf(content), contentType, expects, plain);

const page =
  "<!DOCTYPE html><html><head><title>Sign in</title><script>let a;</script></head><body>with your account</body></html>";
const stach = '{"data":{"tables":{"a":{"definition":{"columns":[]},"data":{"rows":[]}}}}}';
const pdf = "%PDF-1.7\n%%EOF\n";
const word = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
const text = (value: string) => [...new TextEncoder().encode(value)];
/** An archive of one file: its bytes, the list of files, the record that ends it. */
const zipOf = (file: readonly number[], comment = "") => {
  const files = [...text("PK\u0003\u0004"), ...file];
  const list = [...text("PK\u0001\u0002"), ...word(0)];
  const end = [...text("PK\u0005\u0006"), ...word(0), ...word(0x10001), ...word(list.length), ...word(files.length)];
  return [...files, ...list, ...end, comment.length, 0, ...text(comment)];
};
const zip = zipOf([20]);
const arrow = "ARROW1\0\0ARROW1";

describe("a result with tables as JSON", () => {
  const examples = new URL("../../../test/results/", import.meta.url);
  it.each(readdirSync(examples).filter((name) => name.endsWith(".json")))("may be as %s", (name) => {
    expect(judge("stach", readFileSync(new URL(name, examples), "utf8"))).toBeUndefined();
  });

  const table = { definition: { columns: [] }, data: { columns: {} } };
  it.each([
    ["a package without data around it", { tables: { a: table } }],
    ["a package without tables", { data: { tables: {} } }],
    ["an empty table", { data: { tables: { a: { definition: { columns: [] } } } } }],
    ["a bare table", table],
    ["a bare table in data", { data: table }],
    ["one output of several", { data: { trades: { tables: { a: table } }, optimal: null } }],
    ["outputs with data of their own", { data: { trades: { data: { tables: { a: table } } } } }],
    ["outputs that are bare tables", { data: { trades: table, account: table } }],
    ["with notes beside it", { data: { tables: { a: table } }, meta: {}, warnings: [] }],
  ])("may be %s", (_what, json) => {
    expect(judge("stach", JSON.stringify(json))).toBeUndefined();
    expect(judge("stach", `\uFEFF ${JSON.stringify(json)}\n`, "application/octet-stream")).toBeUndefined();
  });

  it.each([
    ["", "an empty body"],
    ["{}", "JSON with nothing in it (2 bytes)"],
    ['{"data":null}', "JSON with nothing in it (13 bytes)"],
    ["null", "JSON with nothing in it (4 bytes)"],
    ["[]", "JSON without tables of 2 bytes"],
    ['{"data":{"tables":[]}}', "JSON without tables of 22 bytes"],
    ['{"data":{"tables":{"a":1}}}', "JSON without tables of 27 bytes"],
    ['{"errors":[{"title":"NotFound","detail":"no such unit"}]}', 'a list of one error: "NotFound: no such unit"'],
    ['{"errors":[{"detail":"a"},{"code":"b"},1,{"title":"d"}]}', 'a list of 4 errors: "a" and 1 more'],
    ['{"data":{"calculationid":"1","status":"Executing","units":{}}}', 'a status document "Executing"'],
    ['{"status":"Done"}', 'a status document "Done"'],
    [pdf, "a PDF file of 15 bytes"],
    [zip, "a ZIP archive (as PPTX is) of 35 bytes"],
    [arrow, "an Arrow file of 14 bytes"],
  ])("is not %j", (content, what) => {
    expect(judge("stach", content)).toBe(
      `The service gave ${what}, where a result with tables as JSON (STACH) is expected.`,
    );
  });

  it("is not a page: what it says is repeated, without its marks", () => {
    expect(judge("stach", page, "text/html")).toBe(
      `The service gave a text/html page of ${page.length} bytes, "Sign in with your account", where a result with tables as JSON (STACH) is expected.`,
    );
    expect(judge("stach", page, "application/octet-stream")).toContain("an application/octet-stream page");
  });

  it("is not JSON that broke off", () => {
    expect(judge("stach", stach.slice(0, -1))).toMatch(/^It is not valid JSON, though it arrived whole \(\d+ bytes, /);
  });
});

describe("a result in a version or a form that is not read", () => {
  const table = '{"columns":[{"name":"a"}],"table":{},"rows":[{"a":1}]}';
  const version3 = `{"version":"3.0",${table.slice(1)}`;
  const package3 = stach.replace('"tables"', '"version":"3.0","tables"');

  it.each([version3, `{"data":${version3}}`, package3, table, `{"data":{"trades":${version3}}}`])(
    "is a result where tables are expected: %s",
    (content) => {
      for (const expects of ["stach", "any", "bytes"] as const) expect(judge(expects, content)).toBeUndefined();
      const parsed: unknown = JSON.parse(content);
      expect(kindOfJson(parsed).kind).toBe("unread");
    },
  );

  it("is called what it is where something else is expected", () => {
    expect(judge("pdf", version3)).toBe(
      `The service gave STACH version 3.0 as JSON of ${version3.length} bytes, where a PDF file is expected.`,
    );
    expect(judge("arrow", table)).toContain("a table in the form of STACH version 3 that states no version as JSON of");
    expect(judge("batch", version3)).toContain("STACH version 3.0");
  });

  it("that is cut is not valid JSON, and JSON that only states a version is without tables", () => {
    expect(judge("stach", version3.slice(0, -1))).toMatch(/^It is not valid JSON, though it arrived whole/);
    expect(judge("stach", '{"version":"3.0","name":"gateway"}')).toContain("JSON without tables of 34 bytes");
  });
});

describe("another format", () => {
  it.each<[Expected, string | readonly number[]]>([
    ["pdf", pdf],
    ["pptx", zip],
    ["report", pdf],
    ["report", zip],
    ["arrow", arrow],
    ["arrow", "FEA1\0\0\0\0FEA1"],
    ["arrow", [255, 255, 255, 255, 0]],
    ["bytes", [0]],
    ["bytes", "a,b\n1,2\n"],
    ["bytes", '[["a",1]]'],
    ["bytes", '{"rows":[]}'],
    ["bytes", stach],
    ["bytes", pdf],
    ["batch", '{"Status":"done","id":"7"}'],
    ["info", '{"data":{"errors":[]}}'],
    ["any", arrow],
    ["any", pdf],
    ["any", stach],
    ["document", '{"status":"Error"}'],
  ])("%s is recognised by its first bytes, whatever its type is called (%#)", (expects, content) => {
    expect(judge(expects, content)).toBeUndefined();
    if (expects !== "document") expect(judge(expects, content, "application/octet-stream")).toBeUndefined();
  });

  it.each(expectedResults)(
    "%s is no empty body, page, error list, status document or JSON with nothing in it",
    (expects) => {
      expect(judge(expects, page, "text/html")).toContain("Sign in with your account");
      for (const content of [
        "",
        "{}",
        '{"data":null}',
        '{"errors":[{}]}',
        '{"data":{"status":"Queued"}}',
        page,
        '{"data":',
      ]) {
        for (const type of ["application/json", "application/octet-stream", "text/html"]) {
          expect([expects, content, type, judge(expects, content, type)]).toEqual([
            expects,
            content,
            type,
            expect.any(String),
          ]);
        }
      }
    },
  );

  it("is not taken for another", () => {
    expect(judge("pdf", zip)).toContain("where a PDF file is expected");
    expect(judge("arrow", stach)).toContain("tables as JSON (STACH)");
    expect(judge("report", stach)).toContain("where a PDF or PPTX file is expected");
    expect(judge("batch", '{"status":"Paused"}')).toContain('a status document "Paused"');
    expect(judge("info", '{"errors":[{"title":"x"}]}')).toContain("a list of one error");
    expect(judge("info", '{"errors":[]}')).toContain("JSON with nothing in it");
    expect(judge("info", page, "text/html")).toContain("page");
  });
});

describe("the end of a file in another format", () => {
  const far = " ".repeat(70_000);
  const zip64 = [
    ...text("PK\u0003\u0004"),
    ...text("PK\u0006\u0006"),
    ...text("PK\u0006\u0007"),
    ...word(0),
    ...[...word(4), ...word(0)],
    ...word(1),
    ...text("PK\u0005\u0006"),
    ...Array.from({ length: 16 }, () => 0xff),
    ...[0, 0],
  ];

  it.each<[string, Expected, readonly number[]]>([
    ["PDF", "pdf", text(`%PDF-1.7\n${far}startxref\n9\n%%EOF\n`)],
    ["PPTX", "pptx", zipOf(text(far))],
    ["PPTX with a comment", "report", zipOf(text(far), "made by a test")],
    ["PPTX that holds an archive", "report", zipOf([...zip, ...zip])],
    ["large PPTX", "pptx", zip64],
    ["Arrow file", "arrow", text(`ARROW1\0\0${far}ARROW1`)],
    ["Feather file of version 1", "arrow", text(`FEA1${far}FEA1`)],
  ])("is missing in a %s that is cut off, even if its length is announced as what is left", (_what, expects, whole) => {
    const lengths = whole.length > 1000 ? [8, 9, 1000, 5000, whole.length - 1000] : [];
    const ends = Array.from({ length: Math.min(30, whole.length - 9) }, (_, index) => whole.length - 3 - index);
    for (const as of [expects, "bytes", "any"] as const) {
      expect(judge(as, whole)).toBeUndefined();
      for (const length of [...lengths, ...ends].filter((one) => one > 8)) {
        expect(judge(as, whole.slice(0, length))).toMatch(/ of [\d,]+ bytes? that is cut off before its end, where /);
      }
    }
  });

  it("may have a few bytes after it, as PDF writers and proxies leave them", () => {
    expect(judge("pdf", `${pdf}${"\0".repeat(1000)}`)).toBeUndefined();
    expect(judge("pptx", [...zip, 0x0d, 0x0a])).toBeUndefined();
  });

  it("is not required of a document about a failed job", () => {
    expect(judge("document", pdf.slice(0, 9), "application/pdf")).toBeUndefined();
  });
});

describe("what is quoted of an answer", () => {
  it("holds no credential, whole or cut", () => {
    const secret = "s3cret-".repeat(20);
    const secrets = new Secrets();
    secrets.add(`Bearer ${secret}`);
    const { redact } = secrets;
    const texts = [
      `<html>you sent ${secret}</html>`,
      `{"errors":[{"title":"${secret}"}]}`,
      `{"data":{"status":"${secret}"}}`,
      `{"data": "${secret}`,
      `<html>${" ".repeat(4060)}${secret}</html>`,
    ];
    for (const text of texts) {
      for (const type of ["text/html", "application/json", secret]) {
        const said = defectOfBytes(bytesOf(text), type, "stach", redact) ?? "";
        expect(said).not.toContain("s3cret");
        expect(said).not.toBe("");
      }
    }
  });

  it("is nothing if nobody can remove credentials from it", () => {
    for (const text of [page, '{"errors":[{"title":"word"}]}', '{"data":{"status":"word"}}', '{"word": ']) {
      expect(defectOfBytes(bytesOf(text), "text/html; word", "stach")).not.toMatch(/word|Sign/);
    }
  });

  it("is one short line of visible text, whatever the answer is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.string({ unit: "binary", maxLength: 300 }).map(bytesOf),
          fc.json().map(bytesOf),
        ),
        fc.constantFrom("application/json", "text/html", "text/plain", "x/\u0007"),
        fc.constantFrom(...expectedResults),
        (bytes, type, expects) => {
          const said = defectOfBytes(bytes, type, expects, plain);
          if (said === undefined) return;
          expect(said).toMatch(/^[^\p{Cc}\p{Cs}]{10,600}\.$/u);
        },
      ),
    );
  });
});

describe("expectedResult", () => {
  it.each([
    ["pa", undefined, "stach"],
    ["pa", null, "stach"],
    ["pa", {}, "stach"],
    ["pa", { meta: null }, "stach"],
    ["pa", { meta: { contenttype: "Json", format: "JsonStach", contentorganization: "None" } }, "stach"],
    ["vault", { META: { FORMAT: "jsonSTACH" } }, "stach"],
    ["spar", { meta: { format: "" } }, "stach"],
    ["spar", { meta: { contentType: "BINARY" } }, "bytes"],
    ["quant", { meta: { format: "feather" } }, "arrow"],
    ["quant", { meta: { Format: "Feather" } }, "arrow"],
    ["pa", { meta: { format: "Pdf" } }, "pdf"],
    ["pa", { meta: { format: "PPTX" } }, "pptx"],
    ["pa", { meta: { format: "Table" } }, "bytes"],
    ["pa", { meta: { format: "BinaryStach", contenttype: "Binary" } }, "bytes"],
    ["quant", { meta: { format: "of-tomorrow" } }, "bytes"],
    ["pub", { meta: { anything: 1 } }, "report"],
    ["fi", {}, "stach"],
    ["npo", {}, "stach"],
    ["fiab", {}, "batch"],
  ] as const)("of %s and %j is %s", (family, body, expects) => {
    expect(expectedResult(family, body)).toBe(expects);
  });
});
