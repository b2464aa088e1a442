import type { DateQuery } from "@analytics-engines/core/parameters";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sampleSize } from "../../../../core/test/support/sample.ts";
import { sha256 } from "../../files/open-file.ts";
import { buildManifest } from "../manifest/manifest-build.ts";
import type { RunFile } from "../run-options.ts";
import { createCandidateFinder, withSameDays } from "./find-reusable.ts";

const BEGUN = Date.parse("2026-11-24T22:00:00Z");
const HOUR = 3_600_000;
const SERVICE = "https://api.vendor.example";
const USER = sha256("user DEMO-1");

/** A unit of the earlier run, and how the new one differs from it. */
const unitOf = fc.record({
  text: fc.constantFrom("20261030", "-1M", "0"),
  change: fc.constantFrom("none", "account", "currency", "date", "removed", "moved day"),
  earlier: fc.constantFrom("success", "failure", "lost", "end not proved", "no days", "no file"),
  isConverted: fc.boolean(),
  hasStart: fc.boolean(),
  isPeriod: fc.boolean(),
});
type UnitCase = typeof unitOf extends fc.Arbitrary<infer Value> ? Value : never;

const parametersOf = (index: number, { text, hasStart }: UnitCase, more: object = {}) => ({
  componentid: "0A".repeat(32),
  accounts: [{ id: `CLIENT:/A${index}.ACCT` }],
  dates: { ...(hasStart && { startdate: text }), enddate: text },
  ...more,
});

const changes: Readonly<Record<UnitCase["change"], object>> = {
  none: {},
  removed: {},
  "moved day": {},
  account: { accounts: [{ id: "CLIENT:/OTHER.ACCT" }] },
  currency: { currencyisocode: "EUR" },
  date: { dates: { startdate: "20260930", enddate: "20261030" } },
};

/** The day that the service makes of a relative date. Its month ends later than the rule says. */
const dayOf = (text: string) => (/^\d{8}$/.test(text) ? text : text === "0" ? "20261124" : "20261030");

/** The day of a relative date by the rule, some hours after Tuesday, 24 November 2026, 22:00 UTC. */
const ruleOf = (text: string, hours: number) =>
  text === "-1M" ? "20260930" : text === "0" ? (hours < 2 ? "20261124" : "20261125") : text;

function fileOf(path: string, data: object): RunFile {
  const request = { data };
  const digest = sha256(JSON.stringify(request));
  return { path, family: "pa", request, sha256: digest, parametersSha256: digest };
}

/** The manifest of the earlier run. */
function earlierRun(units: readonly UnitCase[], startedAt: string) {
  const file = fileOf("a.pa.json", Object.fromEntries(units.map((unit, at) => [`u${at}`, parametersOf(at, unit)])));
  const outcomes = units.map(({ text, earlier, hasStart, isPeriod }, at) => {
    const day = dayOf(text);
    const stored = {
      ...{ file: `a/u${at}.json`, contentType: "application/json", bytes: 2, sha256: "0".repeat(64) },
      ...(earlier !== "no days" && { dates: { start: !hasStart && isPeriod ? "20251231" : day, end: day } }),
      ...(earlier === "end not proved" && { end: "not-proved" as const }),
    };
    const status = earlier === "failure" || earlier === "lost" ? earlier : ("success" as const);
    return { id: `u${at}`, status, ...(earlier !== "no file" && { stored }), warnings: [], errors: [] };
  });
  const outcome = {
    key: file.path,
    family: file.family,
    jobId: "j",
    status: "failure",
    requestKeys: [],
    units: outcomes,
  };
  const head = { tool: "analytics-engines/0.1.0", service: SERVICE, userSha256: USER, startedAt };
  return buildManifest(head, [file], new Map([[file.path, { ...outcome, status: "failure" as const }]]), false);
}

it("reuses a unit where nothing changed, and computes every other", async () => {
  const run = fc.record({
    units: fc.array(unitOf, { minLength: 1, maxLength: 6 }),
    hasLimit: fc.boolean(),
    service: fc.constantFrom(SERVICE, SERVICE, "https://other.vendor.example"),
    userSha256: fc.constantFrom(USER, USER, sha256("user DEMO-2"), undefined),
    ageHours: fc.constantFrom(-1, 0, 5, 24, 25),
    path: fc.constantFrom("a.pa.json", "renamed.pa.json"),
  });
  await fc.assert(
    fc.asyncProperty(run, async ({ units, hasLimit, service, userSha256, ageHours, path }) => {
      const startedAt = new Date(BEGUN).toISOString();
      const source = {
        ...{ folder: "earlier", name: "earlier", manifestSha256: "0".repeat(64) },
        maxAgeSeconds: hasLimit ? 24 * 3600 : undefined,
        manifest: earlierRun(units, startedAt),
      };
      const now = BEGUN + ageHours * HOUR;
      const kept = units.map((unit, index) => ({ unit, index })).filter(({ unit }) => unit.change !== "removed");
      const data = kept.map(({ unit, index }) => [`u${index}`, parametersOf(index, unit, changes[unit.change])]);
      const file = fileOf(path, Object.fromEntries(data));
      const convert = async ({ account, startdate = "", enddate }: DateQuery) => {
        const unit = units[Number(/A(\d+)\.ACCT$/.exec(account)?.[1] ?? -1)];
        if (unit?.isConverted !== true) throw new Error("no answer");
        const moved = (text: string) => (unit.change === "moved day" ? "20261127" : dayOf(text));
        return { data: { data: { startdate: moved(startdate), enddate: moved(enddate) } } };
      };
      const client = { pa: { dates: { convert } }, vault: { dates: { convert } } };
      const candidates = createCandidateFinder(source, { service, userSha256, now })(
        file,
        kept.map(({ index }) => `u${index}`),
      );
      const reused = await withSameDays(file, candidates, { client, now });

      const isSameDay = ({ text, change, earlier, isConverted }: UnitCase) => {
        if (/^\d{8}$/.test(text)) return true;
        const then = ruleOf(text, 0);
        const now = isConverted ? (change === "moved day" ? "20261127" : dayOf(text)) : ruleOf(text, ageHours);
        if (earlier === "no days") return now === then;
        return now === dayOf(text) && (isConverted || then === now);
      };
      const isReusable = (unit: UnitCase) => {
        const { change, earlier, hasStart, isPeriod } = unit;
        // The service chose where the period begins.
        const isLeftOpen = !hasStart && (isPeriod || earlier === "no days");
        const isStored = earlier === "success" || earlier === "no days";
        return (change === "none" || change === "moved day") && !isLeftOpen && isStored && isSameDay(unit);
      };
      const isYoung = !hasLimit || (ageHours >= 0 && ageHours <= 24);
      const mayReuse = service === SERVICE && userSha256 === USER && isYoung;
      const expected = kept.filter(({ unit }) => mayReuse && isReusable(unit)).map(({ index }) => `u${index}`);
      expect(reused.candidates.map(({ id }) => id)).toEqual(expected);
      const computedCount = [...reused.computed.values()].reduce((sum, count) => sum + count, 0);
      expect(computedCount).toBe(kept.length - expected.length);
    }),
    { numRuns: sampleSize(2000) },
  );
});
