import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { MAX_SUMMARY_BYTES } from "../github/step.ts";
import { renderRun } from "./summary.ts";

const seconds = () => 12.34;

describe("renderRun", () => {
  it("shows files, units, states, times and rows", () => {
    const tables = [
      { id: "t", rows: 100, columns: 3 },
      { id: "u", rows: 20, columns: 3 },
    ];
    const manifest = manifestOf([
      fileOf("p/a.pa.json", [unitOf("x", { tables, bytes: 12_345 }), unitOf("y", { warnings: ["Stale | prices"] })]),
      fileOf("b.fi.json", [unitOf("result")]),
    ]);
    expect(renderRun({ manifest, seconds }, MAX_SUMMARY_BYTES)).toMatchInlineSnapshot(`
      "## ✅ Analytics run: success

      2 files · 3 of 3 units succeeded · 1 warning · 41 s

      Connection https&#58;<wbr>//api.vendor.example · Started 2026-11-20 09&#58;<wbr>00&#58;<wbr>00 UTC

      | File |  | What the service says |
      | --- | --- | --- |
      | <code>p/a.pa.json</code> | ⚠️ Unit y&#58;<wbr> warning | Stale &#124; prices |

      | File | Unit | Status | Time | Rows | Size |
      | --- | --- | --- | --- | --- | --- |
      | <code>p/a.pa.json</code> | <code>x</code> | ✅ success | 12.3 s | 120 | 12.3 kB |
      | <code>p/a.pa.json</code> | <code>y</code> | ✅ success (1 warning) |  |  |  |
      | <code>b.fi.json</code> | <code>result</code> | ✅ success | 12.3 s |  |  |

      "
    `);
  });

  it("shows what was copied of an earlier run, and why the rest was computed", () => {
    const computed = [{ reason: "of new or changed parameters", units: 12 }];
    const manifest = {
      ...manifestOf([fileOf("b.fi.json", [unitOf("result")])]),
      reuse: { run: "runs/<monday>", copied: 388, computed },
    };
    expect(renderRun({ manifest, seconds }, MAX_SUMMARY_BYTES)).toContain(
      "\n\n388 of 400 units copied from runs/&#60;monday&#62;. Computed&#58;<wbr> 12 of new or changed parameters.\n\n",
    );
  });

  it("shows where the run comes from, with links, and untrusted text as text", () => {
    const manifest = {
      ...manifestOf([fileOf("b.fi.json", [unitOf("result")])]),
      name: "nightly <b>",
      provenance: {
        server: "https://github.com",
        repository: "house/book",
        commit: "0123456789abcdef0123456789abcdef01234567",
        ref: "refs/heads/main|x",
        actor: "@all",
        workflow: {
          name: "Nightly",
          runId: 7,
          runNumber: 17,
          attempt: 2,
          url: "https://github.com/house/book/actions/runs/7",
        },
      },
    };
    expect(renderRun({ manifest, seconds }, MAX_SUMMARY_BYTES).split("\n").slice(0, 5)).toMatchInlineSnapshot(`
      [
        "## ✅ Analytics run nightly &#60;b&#62;: success",
        "",
        "1 file · 1 of 1 unit succeeded · 41 s",
        "",
        "Repository <a href="https://github.com/house/book">house/book</a>&#32;&#64;<wbr>&#32;<a href="https://github.com/house/book/commit/0123456789abcdef0123456789abcdef01234567">0123456</a> · Ref main&#124;x · Workflow <a href="https://github.com/house/book/actions/runs/7">Nightly &#35;<wbr>17, attempt 2</a> · Actor &#64;<wbr>all · Connection https&#58;<wbr>//api.vendor.example · Started 2026-11-20 09&#58;<wbr>00&#58;<wbr>00 UTC",
      ]
    `);
  });

  it("shows what failed before everything else, and artifacts with their digests", () => {
    const manifest = manifestOf(
      [fileOf("a.pa.json", [unitOf("x"), unitOf("<b>", { status: "failure", errors: [{ detail: "No @account" }] })])],
      "failure",
    );
    const artifacts = [{ name: "run", id: 7, size: 2048, digest: "ab" }];
    expect(
      renderRun(
        { manifest, seconds, artifacts, artifactsUrl: "https://github.com/o/r/actions/runs/1/artifacts/" },
        MAX_SUMMARY_BYTES,
      ),
    ).toMatchInlineSnapshot(`
      "## ❌ Analytics run: failure

      1 file · 1 of 2 units succeeded · 1 did not · 41 s

      Connection https&#58;<wbr>//api.vendor.example · Started 2026-11-20 09&#58;<wbr>00&#58;<wbr>00 UTC

      | File |  | What the service says |
      | --- | --- | --- |
      | <code>a.pa.json</code> | ❌ Unit &#60;b&#62; failed | No &#64;<wbr>account |

      | File | Unit | Status | Time | Rows | Size |
      | --- | --- | --- | --- | --- | --- |
      | <code>a.pa.json</code> | <code>x</code> | ✅ success | 12.3 s |  |  |
      | <code>a.pa.json</code> | <code>&#60;b&#62;</code> | ❌ failure |  |  |  |

      | Artifact | Size | Digest |
      | --- | --- | --- |
      | <a href="https://github.com/o/r/actions/runs/1/artifacts/7">run</a> | 2 kB | <code>sha256&#58;<wbr>ab</code> |
      "
    `);
  });

  it("keeps tables and the lines about them apart, and has ❌ for errors alone", () => {
    const failed = (check: number, severity: "error" | "warning") => ({
      ...{ file: "a.checks.json", check, line: check + 2, id: `sum ${check}`, rule: "sum", severity },
      ...({ status: "failed", path: "a.pa.json", unit: `u${check}`, message: "It is 99.", cells: 1 } as const),
    });
    const checks = {
      ...{ version: 1, checkedAt: "2026-11-20T09:03:21Z", files: [{ path: "a.checks.json", sha256: "a".repeat(64) }] },
      counts: { passed: 0, errors: 0, warnings: 60, skipped: 0, unjudged: 0 },
      findings: Array.from({ length: 60 }, (_, check) => failed(check, "warning")),
    };
    const compared = {
      reproduced: false,
      units: [{ path: "a.pa.json", id: "x", outcome: "differs" as const, reason: "One number moved." }],
    };
    const reproduces = {
      ...{ manifestSha256: "a".repeat(64), startedAt: "2026-11-19T09:00:00Z", service: "https://api.vendor.example" },
      compared,
    };
    const run = manifestOf([fileOf("a.pa.json", [unitOf("x", { warnings: ["Stale prices"] })])]);
    const history = "History: added 1 number\n\n| Change | Unit |  |\n| --- | --- | --- |\n";
    for (const manifest of [run, { ...run, reproduces }])
      for (const ofChecks of [undefined, checks]) {
        const text = renderRun({ manifest, seconds, checks: ofChecks, history }, MAX_SUMMARY_BYTES);
        const lines = text.split("\n");
        for (const [at, line] of lines.entries())
          if (line !== "" && lines[at - 1]?.startsWith("|")) expect(line).toMatch(/^\|/);
        // Each table has a head of its own.
        const heads = lines.filter((line, at) => line.startsWith("|") && !lines[at - 1]?.startsWith("|"));
        expect(heads).toHaveLength(lines.filter((line) => line.startsWith("| ---")).length);
        if (ofChecks !== undefined) {
          expect(text).toContain("\n\nChecks on numbers: 0 checks failed, 60 warnings, 0 passed\n\n| File |");
          expect(text).toContain("\n\n10 more are in `checks.json`.\n");
        }
        if (!("reproduces" in manifest)) expect(text).not.toContain("❌");
      }
  });

  it("lists 5,000 units within GitHub's limit", () => {
    const units = Array.from({ length: 5000 }, (_, index) =>
      unitOf(`unit-${index}`, { bytes: 1000, tables: [{ id: "t", rows: index, columns: 2 }] }),
    );
    const text = renderRun(
      { manifest: manifestOf([fileOf("parameters/large.pa.json", units)]), seconds },
      MAX_SUMMARY_BYTES,
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    expect(text).toContain("5000 of 5000 units succeeded");
    expect(text).toContain("unit-4999");
  });

  it("counts units that succeeded where they do not fit, and still shows each that failed", () => {
    const units = Array.from({ length: 5000 }, (_, index) =>
      unitOf(
        `${"<long name>".repeat(20)}${index}`,
        index % 1000 === 0 ? { status: "failure", errors: [{ detail: `Reason ${index}` }] } : {},
      ),
    );
    const text = renderRun(
      { manifest: manifestOf([fileOf("a.pa.json", units)], "failure"), seconds },
      MAX_SUMMARY_BYTES,
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    expect(text).toContain("Units that succeeded are left out here");
    for (const index of [0, 1000, 2000, 3000, 4000]) expect(text).toContain(`Reason ${index}`);
  });

  it("shows as many problems as fit and says how many do not", () => {
    const units = Array.from({ length: 5000 }, (_, index) =>
      unitOf(`u${index}`, { status: "failure", errors: [{ detail: `${index} ${"&".repeat(900)}` }] }),
    );
    const text = renderRun(
      { manifest: manifestOf([fileOf("a.pa.json", units)], "failure"), seconds },
      MAX_SUMMARY_BYTES,
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_SUMMARY_BYTES * 0.9);
    const shown = text.split("\n").filter((line) => line.includes("❌ Unit")).length;
    expect(text).toContain(`${5000 - shown} of 5000 problems do not fit here`);
  });

  it("stays within any limit", () => {
    const status = fc.constantFrom("success" as const, "failure" as const, "lost" as const);
    const unit = fc.record({ id: fc.string({ unit: "grapheme" }), status, warning: fc.string() });
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), fc.nat(20_000), (units, limit) => {
        const manifest = manifestOf(
          [
            fileOf(
              "a.pa.json",
              units.map(({ id, status: state, warning }) => unitOf(id, { status: state, warnings: [warning] })),
            ),
          ],
          "failure",
        );
        expect(Buffer.byteLength(renderRun({ manifest, seconds }, limit))).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
