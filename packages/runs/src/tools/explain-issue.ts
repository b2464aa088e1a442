import { issueCodes } from "@analytics-engines/core/parameters";
import * as z from "zod";
import { defineTool } from "./tool.ts";

export const explainIssue = defineTool({
  name: "explainIssue",
  title: "Explain an issue",
  hasList: false,
  description:
    "Explains the code of an issue that validateFile reports for a parameter file: what it means, how severe it is, and how to fix it.",
  input: z.strictObject({
    code: z.enum(issueCodes).describe("The code of the issue, such as unknown-property."),
  }),
  async answer({ code }, world) {
    return { facts: { code, explanation: sectionOf(await world.guide(), code) } };
  },
});

/** The text below a heading of the third level. */
function sectionOf(markdown: string, heading: string): string {
  const lines = markdown.split("\n");
  const start = lines.indexOf(`### ${heading}`) + 1;
  const length = lines.slice(start).findIndex((line) => line.startsWith("#"));
  return lines
    .slice(start, length < 0 ? undefined : start + length)
    .join("\n")
    .trim();
}
