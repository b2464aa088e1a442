import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Secrets } from "../service/redact.ts";
import { defectOfBytes } from "./defect.ts";
import { type Expected, expectedResult, expectedResults } from "./expected-result.ts";

const bytesOf = (content: string | readonly number[]) =>
  typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content);
const plain = (text: string) => text;
const judge = (expects: Expected, content: string | readonly number[], contentType = "application/json") =>
  defectOfBytes(bytesOf(content), contentType, expects, plain);

const page =
  "<!DOCTYPE html><html><head><title>Sign in</title><script>let a;</script></head><body>with your account</body></html>";
const stach = '{"data":{"tables":{"a":{"definition":{"columns":[]},"data":{"rows":[]}}}}}';
const pdf = "%PDF-1.7\n";
const zip = [0x50, 0x4b, 0x03, 0x04, 20];
const arrow = "ARROW1\0\0";

describe("a result with tables as JSON", () => {
  const examples = new URL("../results/examples/", import.meta.url);
  it.each(readdirSync(examples))("may be as %s", (name) => {
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
    [pdf, "a PDF file of 9 bytes"],
    [zip, "a ZIP archive (as PPTX is) of 5 bytes"],
    [arrow, "an Arrow file of 8 bytes"],
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

describe("another format", () => {
  it.each<[Expected, string | readonly number[]]>([
    ["pdf", pdf],
    ["pptx", zip],
    ["report", pdf],
    ["report", zip],
    ["arrow", arrow],
    ["arrow", "FEA1"],
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
  ])("%s is known by its first bytes, whatever its type is called (%#)", (expects, content) => {
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
    expect(judge("info", page, "text/html")).toContain("page");
  });
});

describe("what is quoted of an answer", () => {
  it("holds no credential, whole or cut", () => {
    const secret = "s3cret-".repeat(20);
    const secrets = new Secrets();
    secrets.learn(`Bearer ${secret}`);
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

  it("is nothing where nobody can take credentials out", () => {
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
