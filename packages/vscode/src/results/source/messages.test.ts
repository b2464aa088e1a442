import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageHtml } from "../viewers/page.ts";
import { parseHostMessage, parsePageMessage, parsePageState } from "./messages.ts";

describe("messages from the page", () => {
  const unit = { of: "run", path: "a.pa.json", unit: "weights" };
  it("are read without unknown properties", () => {
    const tables = [{ id: "t", rows: 3, columns: 2 }];
    for (const message of [
      { type: "ready" },
      { type: "open", id: 1, unit },
      { type: "open", id: 2, unit, part: "commentary" },
      { type: "selected", unit: { ...unit, of: "before" } },
      { type: "shown", shown: { key: "k", tables } },
      { type: "shown", shown: { key: "k", tables, commentary: 2 } },
      { type: "act", verb: "open", unit },
      { type: "choose-other" },
      { type: "save", name: "chart.svg", bytes: new Uint8Array([1]) },
    ]) {
      expect(parsePageMessage({ ...message, more: 1 })).toEqual(message);
    }
  });

  it("of another format are refused", () => {
    fc.assert(fc.property(fc.anything(), (value) => void expect(parsePageMessage(value)).toBeUndefined()));
    for (const message of [
      { type: "open", id: -1, unit },
      { type: "open", id: 1, unit: { ...unit, of: "elsewhere" } },
      { type: "open", id: 1 },
      { type: "act", verb: "delete", unit },
      { type: "open", id: 1, unit, part: "journal" },
      { type: "shown", shown: { key: "k", tables: [{ id: "t", rows: "3", columns: 2 }] } },
      { type: "save", name: "a", bytes: "text" },
      { type: "save", name: 5, bytes: new Uint8Array() },
    ]) {
      expect(parsePageMessage(message)).toBeUndefined();
    }
  });
});

describe("messages to the page", () => {
  const manifest = { version: 1, files: [] };
  const sent = { table: { id: "t", rowCount: 0, columns: [] }, cells: { 0: "[]" } };
  it("are read, and other values are refused", () => {
    for (const message of [
      { type: "run", problems: ["x"], manifest, state: { run: "r", selected: "s" } },
      { type: "run", problems: ["x"], manifest, state: {}, before: manifest, connection: "Simulator" },
      { type: "run", problems: [], manifest, state: {}, checks: { counts: {}, findings: [] }, tolerances: ["*=1"] },
      { type: "content", id: 0, content: { kind: "json", bytes: new Uint8Array([1]) } },
      { type: "content", id: 0, content: { kind: "tables", tables: [sent] } },
      { type: "result", name: "n", content: { kind: "text", text: "t" } },
      { type: "content", id: 0, content: { kind: "elsewhere", reason: "r" } },
      {
        type: "content",
        id: 0,
        content: { kind: "elsewhere", reason: "r", action: { verb: "open", text: "Open" } },
      },
      { type: "failed", message: "m" },
    ]) {
      expect(parseHostMessage(message)).toEqual(message);
    }
    fc.assert(fc.property(fc.anything(), (value) => void expect(parseHostMessage(value)).toBeUndefined()));
    expect(
      parseHostMessage({ type: "content", id: 0, content: { kind: "json", bytes: { type: "Buffer" } } }),
    ).toBeUndefined();
    const tables = [{ ...sent, cells: { 0: [1] } }];
    expect(parseHostMessage({ type: "content", id: 0, content: { kind: "tables", tables } })).toBeUndefined();
    expect(parseHostMessage({ type: "run", problems: ["x"], manifest: { version: 2 }, state: {} })).toBeUndefined();
  });
});

describe("the state of a page", () => {
  it("contains its valid properties", () => {
    expect(parsePageState({ run: "r", before: 5, selected: "s", more: 1 })).toEqual({ run: "r", selected: "s" });
    const cell = { table: 0, column: "Weight", row: 3 };
    expect(parsePageState({ cell })).toEqual({ cell });
    expect(parsePageState({ cell: { ...cell, row: -1 } })).toEqual({});
    fc.assert(fc.property(fc.anything(), (value) => void parsePageState(value)));
    expect(parsePageState(null)).toEqual({});
  });
});

describe("the page", () => {
  it("runs its own script and loads nothing else", () => {
    const html = pageHtml({ script: 'https://x/results.js?a="><script>', nonce: "abc+/=", language: "de" });
    expect(html).toContain(
      "default-src 'none'; script-src 'nonce-abc+/='; img-src blob:; base-uri 'none'; form-action 'none'",
    );
    expect(html).toContain('<html lang="en" data-number-language="de">');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/unsafe|style=| on\w+=/);
    expect(html).toContain('src="https://x/results.js?a=%22>%3Cscript>"');
  });

  it("has the texts of the display language as data", () => {
    const page = { script: "https://x/results.js", nonce: "abc", language: "de" };
    const html = pageHtml({ ...page, texts: { Table: "Tabelle", "{0}": "</script><script>" } });
    expect(html).toContain('<html lang="de" data-number-language="de">');
    const [, json = ""] = /id="analytics-engines-texts">(.*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({ Table: "Tabelle", "{0}": "</script><script>" });
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(pageHtml(page)).toContain('<html lang="en" data-number-language="de">');
  });
});
