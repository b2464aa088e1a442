import { compareSpec, type SpecComparison, type SpecDifference, SpecError } from "@analytics-engines/core/spec";
import { load as parseYaml } from "js-yaml";
import { CommandError, type ExitCode } from "../exit-code.ts";
import { count } from "../terminal/count.ts";
import { type Paint, paintFor } from "../terminal/paint.ts";
import { printableJson, visible } from "../terminal/visible.ts";
import { readText } from "../validate/read-text.ts";

export interface DoctorOptions {
  readonly spec: string;
  readonly json?: true;
}

/** Compares this client with an OpenAPI document and prints the differences. */
export async function doctor({ spec, json }: DoctorOptions): Promise<ExitCode> {
  const comparison = compare(spec);
  process.stdout.write(
    json === true ? `${printableJson({ version: 1, ...comparison })}\n` : report(comparison, paintFor(process.stdout)),
  );
  return comparison.differences.length === 0 ? 0 : 1;
}

function compare(spec: string): SpecComparison {
  const read = readText(spec);
  if ("problem" in read) throw new CommandError(`${spec}: ${read.problem}.`);
  try {
    return compareSpec(parseDocument(read.text, spec));
  } catch (error) {
    if (error instanceof SpecError) throw new CommandError(`${spec}: ${error.message}`);
    throw error;
  }
}

/** JSON is YAML, and parsed as what it is: its own parser is faster, and its messages fit. */
function parseDocument(text: string, spec: string): unknown {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : parseYaml(text);
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new CommandError(`${spec} is neither JSON nor YAML: ${reason}`);
  }
}

const headings: readonly (readonly [SpecDifference["kind"], string])[] = [
  ["operation", "Operations"],
  ["parameter", "Query parameters"],
  ["answer", "Answers"],
  ["property", "Properties"],
];

function report({ operations, differences }: SpecComparison, paint: Paint): string {
  const lines = headings.flatMap(([kind, heading]) => {
    const found = differences.filter((difference) => difference.kind === kind);
    const bySubject = Map.groupBy(found, ({ subject }) => subject);
    if (found.length === 0) return [];
    return [
      paint("bold", heading),
      ...Array.from(bySubject, ([subject, each]) => [
        `  ${visible(subject)}`,
        ...each.map(({ difference }) => `    ${visible(difference)}`),
      ]).flat(),
      "",
    ];
  });
  const compared = `${count(operations, "operation")} in both`;
  const sum =
    differences.length === 0
      ? paint("green", `${compared}, no differences`)
      : `${compared}, ${paint("yellow", count(differences.length, "difference"))}`;
  return [...lines, sum].map((line) => `${line}\n`).join("");
}
