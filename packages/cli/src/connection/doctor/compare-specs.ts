import { count, messageOf, printable } from "@analytics-engines/core/basics";
import { compareSpec, type SpecComparison, type SpecDifference, SpecError } from "@analytics-engines/core/testing";
import { readText } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import { parse as parseYaml } from "yaml";
import {
  type ExitCode,
  type Paint,
  paintFor,
  printableJson,
  readStandardInput,
  STANDARD,
} from "../../terminal/output.ts";

const NAME_SPEC = "Name an OpenAPI 3 document of the service.";

/** Compares this client with OpenAPI documents and prints the differences. */
export async function compareSpecs(specs: readonly string[], isJson: boolean): Promise<ExitCode> {
  const comparison = await compare(specs);
  process.stdout.write(
    isJson ? `${printableJson({ version: 1, ...comparison })}\n` : report(comparison, paintFor(process.stdout)),
  );
  return comparison.differences.length === 0 ? 0 : 1;
}

async function compare(specs: readonly string[]): Promise<SpecComparison> {
  const documents = await Promise.all(specs.map(async (spec) => parseDocument(await textOf(spec), spec)));
  try {
    return compareSpec(...documents);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const spec = specs[error.document ?? specs.length] ?? specs.join(", ");
    throw new UserError(`${spec}: ${error.message} ${NAME_SPEC}`);
  }
}

async function textOf(spec: string): Promise<string> {
  if (spec === STANDARD) return (await readStandardInput()).toString("utf8");
  const read = readText(spec);
  if ("problem" in read) throw new UserError(`${spec} ${read.problem}. ${NAME_SPEC}`);
  return read.text;
}

/** JSON is valid YAML, but its own parser is faster and its messages are clearer. Of YAML 1.1, documents use the merge key `<<`. */
function parseDocument(text: string, spec: string): unknown {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : parseYaml(text, { merge: true });
  } catch (error) {
    const [reason = ""] = messageOf(error).split("\n");
    throw new UserError(`${spec} is neither JSON nor YAML: ${reason.replace(/[.:]$/, "")}. ${NAME_SPEC}`);
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
    const differencesOfKind = differences.filter((difference) => difference.kind === kind);
    const bySubject = Map.groupBy(differencesOfKind, ({ subject }) => subject);
    if (differencesOfKind.length === 0) return [];
    return [
      paint("bold", heading),
      ...Array.from(bySubject, ([subject, each]) => [
        `  ${printable(subject)}`,
        ...each.map(({ difference }) => `    ${printable(difference)}`),
      ]).flat(),
      "",
    ];
  });
  if (differences.length === 0) return "";
  const compared = `${count(operations, "operation")} in both`;
  const sum = `${compared}, ${paint("yellow", count(differences.length, "difference"))}`;
  return [...lines, sum].map((line) => `${line}\n`).join("");
}
