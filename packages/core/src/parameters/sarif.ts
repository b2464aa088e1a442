import type { Fix, Issue, IssueCode, Range, Severity } from "./issue.ts";
import { ruleOf, type SarifRule } from "./sarif-rules.ts";

/** What was found in one parameter file. */
export interface SarifInput {
  /** Relative to the root of the repository (or of the folder that was checked), or absolute; with `/` between folders. */
  readonly path: string;
  readonly issues: readonly Issue[];
  /** Why the file could not be read at all, in a sentence. */
  readonly problem?: string | undefined;
}

export interface SarifOptions {
  /** The program that reports, for instance `{ name: "analytics-engines", version: "0.1.0" }`. */
  readonly tool: { readonly name: string; readonly version: string };
}

/** A log in the Static Analysis Results Interchange Format, as far as parameter files need it. */
export interface SarifLog {
  $schema: string;
  version: "2.1.0";
  runs: [SarifRun];
}

export interface SarifRun {
  tool: { driver: { name: string; version: string; rules: SarifRule[] } };
  columnKind: "utf16CodeUnits";
  invocations: [{ executionSuccessful: boolean; toolExecutionNotifications?: SarifNotification[] }];
  results: SarifResult[];
}

export interface SarifNotification {
  level: "error";
  message: SarifMessage;
  locations: SarifLocation[];
}

export interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  level: "error" | "warning" | "note";
  message: SarifMessage;
  locations: SarifLocation[];
  fixes?: SarifFix[];
}

export interface SarifMessage {
  text: string;
}

export interface SarifLocation {
  physicalLocation: { artifactLocation: SarifArtifact; region?: SarifRegion };
  logicalLocations?: { fullyQualifiedName: string }[];
}

export interface SarifArtifact {
  uri: string;
  uriBaseId?: "%SRCROOT%";
}

/** Lines and columns from 1, the end column that of the first character after the region. */
export interface SarifRegion {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
}

export interface SarifFix {
  description: SarifMessage;
  artifactChanges: {
    artifactLocation: SarifArtifact;
    replacements: {
      deletedRegion: { charOffset: number; charLength: number };
      insertedContent: SarifMessage;
    }[];
  }[];
}

/**
 * What was found as SARIF 2.1.0, for code scanning and editors. One rule a code, results in the order given.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function toSarif(files: readonly SarifInput[], { tool }: SarifOptions): SarifLog {
  const rules = new Map<IssueCode, number>();
  const results: SarifResult[] = [];
  const notifications: SarifNotification[] = [];
  for (const { path, issues, problem } of files) {
    const artifactLocation = artifact(path);
    if (problem !== undefined) {
      const locations = [{ physicalLocation: { artifactLocation } }];
      notifications.push({ level: "error", message: message(problem), locations });
    }
    for (const issue of issues) {
      const ruleIndex = rules.get(issue.code) ?? rules.size;
      rules.set(issue.code, ruleIndex);
      results.push(toResult(issue, ruleIndex, artifactLocation));
    }
  }
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { ...tool, rules: Array.from(rules.keys(), ruleOf) } },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: notifications.length === 0,
            ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
          },
        ],
        results,
      },
    ],
  };
}

const levels: Readonly<Record<Severity, SarifResult["level"]>> = { error: "error", warning: "warning", hint: "note" };

function toResult(issue: Issue, ruleIndex: number, artifactLocation: SarifArtifact): SarifResult {
  const location: SarifLocation = { physicalLocation: { artifactLocation, region: region(issue.range) } };
  if (issue.pointer !== "") location.logicalLocations = [{ fullyQualifiedName: issue.pointer.toWellFormed() }];
  return {
    ruleId: issue.code,
    ruleIndex,
    level: levels[issue.severity],
    message: message(issue.message),
    locations: [location],
    ...(issue.fixes.length === 0 ? {} : { fixes: issue.fixes.map((fix) => toFix(fix, artifactLocation)) }),
  };
}

function toFix({ title, edits }: Fix, artifactLocation: SarifArtifact): SarifFix {
  return {
    description: message(title),
    artifactChanges: [
      {
        artifactLocation,
        replacements: edits.map(({ offset, length, content }) => ({
          deletedRegion: { charOffset: offset, charLength: length },
          insertedContent: { text: content },
        })),
      },
    ],
  };
}

function region({ start, end }: Range): SarifRegion {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** Plain text as SARIF has it (3.11): a link of its own would be `[text](target)`, a placeholder `{0}`; text of a file may be neither. */
function message(text: string): SarifMessage {
  return {
    text: text
      .toWellFormed()
      .replace(/[\\[\]]/g, "\\$&")
      .replace(/[{}]/g, "$&$&"),
  };
}

/** The path as a URI reference: percent-encoded; a relative one starts at the root of the repository. */
function artifact(path: string): SarifArtifact {
  const [, drive, rest = path] = /^([A-Za-z]:)(\/.*)$/s.exec(path) ?? [];
  const uri = rest.toWellFormed().split("/").map(encodeURIComponent).join("/");
  if (drive !== undefined) return { uri: `file:///${drive}${uri}` };
  return path.startsWith("/") ? { uri: `file://${uri}` } : { uri, uriBaseId: "%SRCROOT%" };
}
