import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { tableToArrow } from "@analytics-engines/core/results";
import type { ManifestUnit } from "@analytics-engines/runs";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { ensureBuilt } from "../../build.ts";
import { file, manifest, unit } from "../../test/support/runs.ts";
import { column, table } from "../../test/support/tables.ts";
import { INDEX_ID, type ReportIndex } from "./embedded-data.ts";
import { tablesFromJson } from "./tables-json.ts";
import { writeReport } from "./write-report.ts";

let folder = "";
beforeAll(ensureBuilt);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "report-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const result = JSON.stringify({
  data: {
    tables: {
      t: { definition: { columns: [{ id: "n", type: "string" }] }, data: { rows: [{ values: { n: "</script>" } }] } },
    },
  },
});

/** Stores a result as a run does. */
function stored(id: string, content: string | Uint8Array, contentType = "application/json"): ManifestUnit {
  mkdirSync(path.join(folder, "book.pa"), { recursive: true });
  writeFileSync(path.join(folder, "book.pa", id), content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return unit(id, { file: `book.pa/${id}`, contentType, bytes: content.length, sha256 });
}

async function report(units: readonly ManifestUnit[], options: Partial<Parameters<typeof writeReport>[0]> = {}) {
  writeFileSync(path.join(folder, "manifest.json"), JSON.stringify(manifest([file("book.pa.json", units)])));
  const written = await writeReport({ folder, ...options });
  const page = readFileSync(written.file, "utf8");
  const block = (id: string) => {
    const base64 = page.match(new RegExp(`<script type="application/octet-stream" id="${id}">([^<]*)</script>`))?.[1];
    if (base64 === undefined) throw new Error(`no block ${id}`);
    return gunzipSync(Buffer.from(base64, "base64"));
  };
  const index: ReportIndex = JSON.parse(block(INDEX_ID).toString());
  return { written, page, block, of: (id: string) => index.units[`book.pa.json#${id}`] };
}

const reasonOf = (embedded: ReturnType<Awaited<ReturnType<typeof report>>["of"]>) =>
  embedded?.kind === "elsewhere" ? embedded.reason : `kind ${embedded?.kind}`;

describe("a report", () => {
  it("that cannot be written is an error, and no end of the process", async () => {
    // A folder has the name of the temporary file.
    mkdirSync(path.join(folder, `report.html.${process.pid}.partial`, "full"), { recursive: true });
    await expect(report([])).rejects.toThrow("report.html");
    expect(readdirSync(folder)).not.toContain("report.html");
  });

  it("has every byte of each JSON result, and none of them as markup", async () => {
    const { written, page, block, of } = await report([stored("one", result), unit("none"), stored("__proto__", "{}")]);
    expect(written).toEqual({ file: path.join(folder, "report.html"), bytes: Buffer.byteLength(page), unproved: [] });
    expect(of("one")).toEqual({ kind: "result", block: "unit-0" });
    expect(block("unit-0").toString()).toBe(result);
    expect(of("none")).toBeUndefined();
    expect(of("__proto__")).toEqual({ kind: "result", block: "unit-2" });
    // Two results, the index, the start and three scripts.
    expect(page.match(/<\/script>/g)).toHaveLength(7);
  });

  it("allows only its own scripts, by their hashes", async () => {
    const { page, block } = await report([]);
    const policy = page.match(/Content-Security-Policy" content="([^"]*)"/)?.[1] ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; script-src( 'sha256-[\w+/]{43}='){4}; img-src blob:; frame-src blob:; base-uri 'none'; form-action 'none'$/,
    );
    const start = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "";
    const scripts = [start, ...["viewer", "charts", "excel"].map((name) => block(`analytics-engines-${name}`))];
    for (const code of scripts) expect(policy).toContain(createHash("sha256").update(code).digest("base64"));
    expect(page).not.toMatch(/ style="| on[a-z]+="|https?:\/\/(?!www\.w3\.org)[a-z]+\.[a-z]+\/[^"'`]*\.js/);
  });

  it("has the tables of an Arrow result", async () => {
    const arrow = await tableToArrow(table([column("Name", ["a", null]), column("Value", [0.1, 2])]));
    const { block, of } = await report([stored("quant", arrow, "application/vnd.apache.arrow.file")]);
    expect(of("quant")).toEqual({ kind: "tables", block: "unit-0" });
    const [one] = tablesFromJson(block("unit-0").toString());
    expect(one?.columns.map(({ name }) => name)).toEqual(["Name", "Value"]);
    expect(one?.rowCount).toBe(2);
  });

  it("leaves out large results, and says where they are", async () => {
    const large = `"${"x".repeat(2000)}"`;
    const { of, page } = await report([stored("large", large), stored("one", result), stored("two", result)], {
      largestResult: 1000,
      largestTotal: result.length + 10,
    });
    expect(reasonOf(of("large"))).toBe(
      "The result has 2 kB; results over 1 kB are left out of the report. It is in book.pa/large.",
    );
    expect(of("one")?.kind).toBe("result");
    expect(reasonOf(of("two"))).toMatch(
      /^The result is left out, since the results before it fill .* It is in book.pa\/two\.$/,
    );
    expect(page).not.toContain("unit-0");
  });

  it("has each byte of a PDF and of a presentation, with its name", async () => {
    const presentation = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    const { of, block } = await report([
      stored("book.pdf", "%PDF\u0000", "application/pdf"),
      stored("deck.pptx", "PK", presentation),
    ]);
    expect(of("book.pdf")).toEqual({ kind: "document", type: "pdf", name: "book.pdf", block: "unit-0" });
    expect(block("unit-0").toString()).toBe("%PDF\u0000");
    expect(of("deck.pptx")).toEqual({ kind: "document", type: "pptx", name: "deck.pptx", block: "unit-1" });
  });

  it("names the files of documents that a page cannot show", async () => {
    const { of } = await report([
      stored("book.zip", "PK", "application/zip"),
      stored("note", "plain", "text/plain; charset=utf-8"),
    ]);
    expect(reasonOf(of("book.zip"))).toBe(
      "A result of type application/zip is not shown here. It is in book.pa/book.zip.",
    );
    expect(of("note")).toEqual({ kind: "text", block: "unit-1" });
  });

  it("does not show a result that is missing, changed after the run, damaged, or outside the folder", async () => {
    const changed = stored("changed", result);
    writeFileSync(path.join(folder, "book.pa/changed"), result.replace("n", "m"));
    const outside = path.join(tmpdir(), `outside-${process.pid}.json`);
    writeFileSync(outside, "{}");
    if (hasLinks) symlinkSync(outside, path.join(folder, "book.pa", "link"));
    const { of, page } = await report([
      unit("missing", { file: "book.pa/missing", contentType: "application/json" }),
      changed,
      stored("arrow", "not Arrow", "application/vnd.apache.arrow.file"),
      unit("link", { file: "book.pa/link", contentType: "application/json" }),
      { ...unit("undigested", { file: "book.pa/arrow", contentType: "application/json" }) },
    ]);
    // Nothing of them is in the page either.
    expect(page).not.toMatch(/id="unit-\d+"/);
    await expect(report([unit("up", { file: `../${path.basename(outside)}` })])).rejects.toThrow("leads out");
    rmSync(outside);
    expect(reasonOf(of("missing"))).toBe("The result is not in the run folder: book.pa/missing: the file is missing.");
    expect(reasonOf(of("changed"))).toContain(
      "changed after the run stored it: its SHA-256 is not that of the bytes that were stored",
    );
    expect(reasonOf(of("undigested"))).toContain("the manifest has no file, size or digest for it");
    expect(reasonOf(of("arrow"))).toMatch(/^The result cannot be read as a table: .* It is in book\.pa\/arrow\.$/);
    expect(reasonOf(of("link"))).toContain("is not in the run folder");
  });

  it("appears only when it is complete", async () => {
    await expect(writeReport({ folder })).rejects.toThrow("is not a run folder");
    const out = path.join(folder, "reports", "one.html");
    const { written } = await report([stored("one", result)], { out });
    expect(written.file).toBe(out);
    expect(readdirSync(path.dirname(out))).toEqual(["one.html"]);
    // A folder has the name of the report, so that the partial file is removed.
    mkdirSync(path.join(folder, "taken.html"));
    await expect(writeReport({ folder, out: path.join(folder, "taken.html") })).rejects.toThrow("taken.html");
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it("does not grow in memory with the run", { tags: "full" }, async () => {
    const large = Buffer.alloc(48_000_000, '{"a":[1234567,"some text that repeats"]},');
    const units = Array.from({ length: 4 }, (_, index) => stored(`large-${index}`, large));
    global.gc?.();
    const before = process.memoryUsage().rss;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 10);
    const { of } = await report(units);
    clearInterval(timer);
    expect(of("large-3")?.kind).toBe("result");
    expect(most - before).toBeLessThan(100_000_000);
  });
});
