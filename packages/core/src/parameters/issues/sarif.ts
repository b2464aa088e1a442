import { type Fix, helpUriOf, type Issue, type IssueCode, issueKinds, type Range } from "./issue.ts";

/** The issues of one parameter file. */
export interface SarifInput {
  /** Relative to the root of the repository (or of the folder that was checked), or absolute; with `/` between folders. */
  readonly path: string;
  readonly issues: readonly Issue[];
  /** Why the file could not be read, in a sentence. */
  readonly problem?: string | undefined;
}

interface SarifOptions {
  /** The program that reports, for instance `{ name: "analytics-engines", version: "0.1.0" }`. */
  readonly tool: { readonly name: string; readonly version: string };
}

/** A log in the Static Analysis Results Interchange Format, with the parts of the format that parameter files need. */
export type SarifLog = ReturnType<typeof toSarif>;

/**
 * The issues of parameter files as SARIF 2.1.0, for code scanning and editors: one rule for each code, results in the order given.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 * @example
 * ```ts
 * import { readParameterFile, toSarif } from "@analytics-engines/core/parameters";
 *
 * const path = "parameters/weights.pa.json";
 * const { issues } = readParameterFile('{"data": {}}', { path });
 * const log = toSarif([{ path, issues }], { tool: { name: "my-check", version: "1.0.0" } });
 * console.log(log.runs[0].results.map(({ ruleId }) => ruleId)); // ["nothing-to-compute"]
 * ```
 */
export function toSarif(files: readonly SarifInput[], { tool }: SarifOptions) {
  const rules = new Map<IssueCode, number>();
  for (const { code } of files.flatMap(({ issues }) => issues)) if (!rules.has(code)) rules.set(code, rules.size);
  const notifications = files.flatMap(({ path, problem }) =>
    problem === undefined
      ? []
      : [
          {
            level: "error" as const,
            message: message(problem),
            locations: [{ physicalLocation: { artifactLocation: artifact(path) } }],
          },
        ],
  );
  const run = {
    tool: { driver: { ...tool, rules: Array.from(rules.keys(), ruleOf) } },
    columnKind: "utf16CodeUnits" as const,
    invocations: [
      {
        executionSuccessful: notifications.length === 0,
        ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
      },
    ],
    results: files.flatMap(({ path, issues }) =>
      issues.map((issue) => resultOf(issue, rules.get(issue.code) ?? 0, artifact(path))),
    ),
  };
  const runs: [typeof run] = [run];
  return { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0" as const, runs };
}

/** The description of an issue code, and where it is explained. */
export function ruleOf(code: IssueCode) {
  return { id: code, shortDescription: { text: issueKinds[code][1] }, helpUri: helpUriOf(code) };
}

const levels = { error: "error", warning: "warning", hint: "note" } as const;

function resultOf(issue: Issue, ruleIndex: number, artifactLocation: ReturnType<typeof artifact>) {
  return {
    ruleId: issue.code,
    ruleIndex,
    level: levels[issue.severity],
    message: message(issue.message),
    locations: [
      {
        physicalLocation: { artifactLocation, region: region(issue.range) },
        ...(issue.pointer === "" ? {} : { logicalLocations: [{ fullyQualifiedName: issue.pointer.toWellFormed() }] }),
      },
    ],
    ...(issue.fixes.length === 0 ? {} : { fixes: issue.fixes.map((fix) => fixOf(fix, issue.range, artifactLocation)) }),
  };
}

function fixOf({ title, edits }: Fix, range: Range, artifactLocation: ReturnType<typeof artifact>) {
  // Lines hold also where the offsets are those of the text with other line ends, as in a CSV file.
  const isRange = (offset: number, length: number) =>
    offset === range.start.offset && offset + length === range.end.offset;
  const replacements = edits.map(({ offset, length, content }) => ({
    deletedRegion: isRange(offset, length) ? region(range) : { charOffset: offset, charLength: length },
    insertedContent: { text: content },
  }));
  return { description: message(title), artifactChanges: [{ artifactLocation, replacements }] };
}

/** Lines and columns count from 1; the end column is that of the first character after the region. */
function region({ start, end }: Range) {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/**
 * Plain text in SARIF (3.11) reads `[text](target)` as a link and `{0}` as a placeholder: both are escaped, since text of a file may
 * contain them.
 */
function message(text: string) {
  return {
    text: text
      .toWellFormed()
      .replace(/[\\[\]]/g, "\\$&")
      .replace(/[{}]/g, "$&$&"),
  };
}

/** The path as a URI reference: percent-encoded; a relative one starts at the root of the repository. */
function artifact(path: string): { uri: string; uriBaseId?: "%SRCROOT%" } {
  const [, drive, rest = path] = /^([A-Za-z]:)(\/.*)$/s.exec(path) ?? [];
  const uri = rest.toWellFormed().split("/").map(encodeURIComponent).join("/");
  if (drive !== undefined) return { uri: `file:///${drive}${uri}` };
  // A share of Windows is the host of its address.
  if (path.startsWith("//") && URL.canParse(`file:${uri}`)) return { uri: `file:${uri}` };
  return path.startsWith("/") ? { uri: `file://${uri}` } : { uri, uriBaseId: "%SRCROOT%" };
}
