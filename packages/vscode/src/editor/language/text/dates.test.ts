import { dateSource } from "@analytics-engines/runs/lookup";
import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { simulatedNames } from "../../../../test/support/simulated-names.ts";
import { checkParameterText } from "./checked-text.ts";
import { isoDay, placedDates } from "./dates.ts";

const { accounts, components } = knownGood();
const today = new Date("2026-11-23T09:00:00Z");
const unit = {
  componentid: components.pa.contribution,
  accounts: [{ id: accounts.equity }],
  dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" },
};
const checked = (text: string, path = "a.pa.json") => checkParameterText(text, { path });

describe("the relative dates of a document", () => {
  it("are placed at their texts, also beside errors and in a text with a syntax error", async () => {
    for (const broken of ["", '"colour": 1', '"colour": ']) {
      const text = JSON.stringify({ data: { u: unit } }, null, 2).replace(
        '"frequency"',
        broken ? `${broken}, "frequency"` : '"frequency"',
      );
      const dates = await placedDates(checked(text), { today });
      const shown = dates.map(({ start, end, day }) => `${text.slice(start, end)} ${isoDay(day)}`);
      expect(shown, text).toEqual(['"-1M" 2026-09-30', '"0M" 2026-10-30']);
    }
  });

  it("are those of the units in view, so that a long document asks little", async () => {
    const text = JSON.stringify({ data: { first: unit, second: unit } });
    const at = text.indexOf("second");
    const dates = await placedDates(checked(text), { today }, { start: at, end: at });
    expect(dates.map(({ pointer }) => pointer)).toEqual(["/data/second/dates/startdate", "/data/second/dates/enddate"]);
  });

  it("come from the service when connected, with one request for units that are alike", async () => {
    const { clock, names, simulator } = simulatedNames();
    const text = JSON.stringify({ data: { first: unit, second: unit } });
    const now = new Date(clock.now());
    const source = dateSource(names, now);
    const resolve = () => clock.run(placedDates(checked(text), { today: now, source }));
    const dates = await resolve();
    expect(dates.map(({ by }) => by)).toEqual(["service", "service", "service", "service"]);
    await resolve();
    expect(simulator.requests).toHaveLength(1);
    const here = await placedDates(checked(text), { today: now });
    expect(dates.map(({ day }) => day)).toEqual(here.map(({ day }) => day));
  });
});
