import { calendarOf, dashedDate, resolveDate, resolveDates } from "@analytics-engines/core/parameters";
import { isoDate } from "@analytics-engines/core/results";
import * as z from "zod";
import { defineTool, quotedInput, ToolInputError } from "./tool.ts";
import { readOpenFile } from "./workspace-file.ts";
import type { ToolWorld } from "./world.ts";

export const resolveDatesTool = defineTool({
  name: "resolveDates",
  title: "Resolve dates",
  hasList: true,
  mayAskService: true,
  description:
    "Resolves relative dates such as -1M or 0Q to calendar days: those of a parameter file, or the given ones. With an active connection the service resolves the dates of pa and vault files by the account's calendar; otherwise a rule does that knows no holidays. Each date says by which.",
  input: z.strictObject({
    path: z.string().min(1).max(1000).optional().describe("Path of a parameter file, relative to an open folder."),
    dates: z
      .array(z.string().min(1).max(30))
      .min(1)
      .max(100)
      .optional()
      .describe("Dates to resolve by the rule, without a file."),
    calendar: z.string().max(50).optional().describe("The calendar for dates: FIVEDAY (the default) or SEVENDAY."),
  }),
  async answer({ path, dates, calendar }, world) {
    if ((path === undefined) === (dates === undefined))
      throw new ToolInputError("resolveDates needs either path or dates. Give one of them.");
    const today = world.today();
    const items =
      path === undefined ? (dates ?? []).map((date) => byRule(date, today, calendar)) : await ofFile(path, world);
    return {
      facts: { today: today.toISOString().slice(0, 10) },
      list: { name: "dates", items, rest: "Ask for fewer dates, or divide the file." },
    };
  },
});

function byRule(text: string, today: Date, calendar: string | undefined) {
  const day = resolveDate(text.trim(), { today, calendar: calendarOf(calendar) });
  if (day === undefined)
    throw new ToolInputError(
      `${quotedInput(text)} is not a date that the service accepts. Write a day as YYYYMMDD, or a relative date such as 0, -1M or -3AY.`,
    );
  return { text, day: dashedDate(day), by: "rule" };
}

async function ofFile(path: string, world: ToolWorld) {
  const { path: name, parameters, issues } = readOpenFile(world, path);
  const { family, request } = parameters ?? {};
  if (family === undefined || request === undefined) {
    const first =
      issues.find(({ severity }) => severity === "error")?.message ?? "It is not a parameter file of a family.";
    throw new ToolInputError(`The dates of ${quotedInput(name)} cannot be read: ${first} Validate the file first.`);
  }
  const source = world.hasService() ? (await world.service()).dates : undefined;
  const resolved = await resolveDates(family, request, { today: world.today(), source });
  return resolved.map(({ unit, pointer, text, day, by }) => ({ unit, pointer, text, day: isoDate(day), by }));
}
