import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import {
  countRun,
  type Manifest,
  type ManifestFile,
  type ManifestUnit,
  type ReproducedUnit,
  type RunStatus,
} from "@analytics-engines/runs";
import { provenanceFacts } from "@analytics-engines/runs/browser";
import {
  code,
  describeReuse,
  firstFitting,
  formatBytes,
  formatSeconds,
  partialTable,
  table,
  tableRow,
} from "@analytics-engines/runs/progress";
import {
  type ChecksReport,
  checksHeadline,
  differingUnits,
  type Finding,
  findFindings,
  findingHeadline,
  mostImportant,
  outcomeText,
  reproductionHeadline,
  summarizeFindings,
} from "@analytics-engines/runs/review";
import type { UploadedArtifact } from "../github/artifacts.ts";

/** The outcome of a run, for its summary. */
interface SummaryOptions {
  readonly manifest: Manifest;
  /** Default: the status in the manifest. `running` means that the step did not wait, and nothing failed. */
  readonly status?: RunStatus;
  /** Whether a job was left running, which is not a problem. Default: no job was. */
  readonly isLeft?: ((file: ManifestFile) => boolean) | undefined;
  /** How long the job of a parameter file took, seconds. */
  readonly seconds: (path: string) => number | undefined;
  /** The first rows of the tables, as Markdown. */
  readonly previews?: string;
  /** What the checks of the numbers found. */
  readonly checks?: ChecksReport | undefined;
  /** What was added to the history and what changed, as Markdown. */
  readonly history?: string | undefined;
  readonly artifacts?: readonly UploadedArtifact[];
  /** Where artifacts can be downloaded, without the id: `https://github.com/o/r/actions/runs/1/artifacts/`. */
  readonly artifactsUrl?: string | undefined;
}

const icons = {
  success: "✅",
  failure: "❌",
  lost: "❌",
  "timed-out": "⏱️",
  canceled: "🚫",
  unknown: "❔",
  running: "▶️",
} as const;
const unitHead = ["File", "Unit", "Status", "Time", "Rows", "Size"];
const findingHead = ["File", "", "What the service says"];

/**
 * The job summary: the outcome, every problem, every unit. It is never longer than `limit` bytes: if it does not fit, the tables are left
 * out first, then the units that succeeded, then problems. The summary says what it leaves out.
 */
export function renderRun(options: SummaryOptions, limit: number): string {
  const findings = findFindings(without(options.manifest, options.isLeft));
  const { history = "", previews = "" } = options;
  const head = `${renderHead(options)}${renderReproduction(options.manifest)}`;
  // Without the empty line between them, a block would be rows of the table above it.
  const problems = [
    renderFindings(findings),
    renderChecks(options.checks),
    renderDifferences(options.manifest),
    history,
  ]
    .filter((block) => block !== "")
    .join("\n");
  const artifacts = renderArtifacts(options);
  const units = renderUnits(options, () => true);
  const troubled = renderUnits(options, (unit) => unit.status !== "success" || unit.warnings.length > 0);
  return firstFitting(
    [
      () => [head, problems, units, ...(previews === "" ? [] : [previews]), artifacts].join("\n"),
      () => [head, problems, units, artifacts].join("\n"),
      () =>
        [
          head,
          problems,
          "Units that succeeded are left out here; `manifest.json` lists all.\n",
          troubled,
          artifacts,
        ].join("\n"),
      () => renderPartly(head, findings, limit),
      () => head,
    ],
    limit,
  );
}

/** The manifest without the jobs that were left running. */
export function without(manifest: Manifest, isLeft: SummaryOptions["isLeft"] = () => false): Manifest {
  return { ...manifest, files: manifest.files.filter((file) => !isLeft(file)) };
}

function renderHead(options: SummaryOptions): string {
  const { manifest, isLeft, status = manifest.status } = options;
  const report = renderReportLink(options);
  const counts = countRun(manifest);
  const ended = countRun(without(manifest, isLeft));
  const running = counts.files - ended.files;
  const seconds =
    manifest.finishedAt === undefined
      ? undefined
      : (Date.parse(manifest.finishedAt) - Date.parse(manifest.startedAt)) / 1000;
  const facts = [
    count(counts.files, "file"),
    `${counts.succeeded} of ${count(counts.units, "unit")} succeeded`,
    ...(ended.failed === 0 ? [] : [`${ended.failed} did not`]),
    ...(running === 0 ? [] : [`${count(running, "job")} left to run`]),
    ...(counts.reused === 0 ? [] : [`${counts.reused} reused`]),
    ...(counts.warnings === 0 ? [] : [count(counts.warnings, "warning")]),
    ...(seconds === undefined || !Number.isFinite(seconds) ? [] : [formatSeconds(seconds)]),
  ];
  const part = manifest.shard === undefined ? "" : `, shard ${manifest.shard.index} of ${manifest.shard.total}`;
  const name = manifest.name === undefined ? "" : ` ${escapeMarkdown(shorten(manifest.name, 100))}`;
  const heading = `## ${icons[status]} Analytics run${name}${part}: ${status}`;
  const reuse = manifest.reuse === undefined ? "" : `${escapeMarkdown(describeReuse(manifest.reuse))}\n\n`;
  return `${heading}\n\n${[...facts, ...report].join(" · ")}\n\n${reuse}${renderProvenance(manifest)}\n`;
}

/** Where the run comes from, in one line. */
function renderProvenance(manifest: Manifest): string {
  const started = manifest.startedAt.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
  const facts = [
    ...provenanceFacts(manifest),
    { name: "Connection", parts: [{ text: manifest.service, url: undefined }] },
    { name: "Started", parts: [{ text: started, url: undefined }] },
  ].map(({ name, parts }) => {
    const texts = parts.map(({ text, url }) => {
      const label = escapeMarkdown(shorten(text, 200));
      return url === undefined ? label : `<a href="${url}">${label}</a>`;
    });
    return `${name} ${texts.join("")}`;
  });
  return facts.join(" · ");
}

/** A link to the report among the artifacts, which GitHub opens in the browser. */
function renderReportLink({ artifacts = [], artifactsUrl }: SummaryOptions): string[] {
  const report = artifacts.find(({ unarchived }) => unarchived);
  return report === undefined || artifactsUrl === undefined
    ? []
    : [`<a href="${artifactsUrl}${report.id}">Tables and charts</a>`];
}

function renderFindings(findings: readonly Finding[]): string {
  return findings.length === 0 ? "" : table(findingHead, sorted(findings).map(findingCells));
}

/** As many problems as fit, and the number of the others. */
function renderPartly(head: string, findings: readonly Finding[], limit: number): string {
  const rows = sorted(findings).map((finding) => tableRow(findingCells(finding)));
  const note = (omittedCount: number) =>
    `${omittedCount} of ${rows.length} problems do not fit here; \`manifest.json\` lists all.`;
  return partialTable(head, findingHead, rows, limit, note);
}

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return [...mostImportant(findings, "error", findings.length), ...mostImportant(findings, "warning", findings.length)];
}

function findingCells(finding: Finding): string[] {
  const icon = finding.level === "error" ? "❌" : "⚠️";
  return [
    code(finding.path),
    `${icon} ${escapeMarkdown(shorten(findingHeadline(finding), 300))}`,
    escapeMarkdown(shorten(finding.message, 1000)),
  ];
}

function renderUnits(
  { manifest, isLeft = () => false, seconds }: SummaryOptions,
  show: (unit: ManifestUnit) => boolean,
): string {
  const rows = manifest.files.flatMap((file) => {
    const units = file.units.filter(show);
    const state = isLeft(file) ? "running" : undefined;
    if (file.units.length === 0)
      return [[code(file.path), "", status(state ?? file.status), time(seconds(file.path)), "", ""]];
    return units.map((unit, index) =>
      unitCells(file, unit, state ?? unit.status, index === 0 ? time(seconds(file.path)) : ""),
    );
  });
  return rows.length === 0 ? "" : table(unitHead, rows);
}

function unitCells(file: ManifestFile, unit: ManifestUnit, state: keyof typeof icons, duration: string): string[] {
  const rows =
    unit.tables === undefined ? "" : unit.tables.reduce((sum, unitTable) => sum + unitTable.rows, 0).toString();
  const warned =
    unit.status === "success" && unit.warnings.length > 0 ? ` (${count(unit.warnings.length, "warning")})` : "";
  const size = unit.bytes === undefined ? "" : formatBytes(unit.bytes);
  const origin = unit.reused === undefined ? "" : `, reused from ${code(shorten(unit.reused.run, 100))}`;
  return [code(file.path), code(shorten(unit.id, 300)), `${status(state)}${origin}${warned}`, duration, rows, size];
}

function status(text: keyof typeof icons): string {
  return `${icons[text]} ${text}`;
}

function time(seconds: number | undefined): string {
  return seconds === undefined ? "" : formatSeconds(seconds);
}

function renderArtifacts({ artifacts = [], artifactsUrl }: SummaryOptions): string {
  if (artifacts.length === 0) return "";
  const rows = artifacts.map(({ name, id, size, digest }) => [
    artifactsUrl === undefined ? code(name) : `<a href="${artifactsUrl}${id}">${escapeMarkdown(name)}</a>`,
    formatBytes(size),
    code(`sha256:${digest}`),
  ]);
  return table(["Artifact", "Size", "Digest"], rows);
}

/** The most failures that the summary lists; `checks.json` has all. */
const MAX_LISTED = 50;

/** The failed checks of a run for its summary; empty if it has no checks. */
function renderChecks(report: ChecksReport | undefined): string {
  if (report === undefined || report.files.length === 0) return "";
  const failures = summarizeFindings(report).filter(({ status }) => status === "failed");
  const rows = failures.slice(0, MAX_LISTED).map((finding) => {
    const { path = "", unit = "", severity, because, file, line } = finding;
    return [
      path === "" ? "" : code(path),
      unit === "" ? "" : code(shorten(unit, 300)),
      `${severity === "error" ? "❌" : "⚠️"} ${escapeMarkdown(shorten(outcomeText(finding), 1000))}`,
      escapeMarkdown(shorten(because ?? "", 300)),
      code(`${file}:${line}`),
    ];
  });
  const more = failures.length > rows.length ? `\n${failures.length - rows.length} more are in \`checks.json\`.\n` : "";
  const list = rows.length === 0 ? "" : table(["File", "Unit", "Failed check", "Because", "Rule"], rows);
  return [`Checks on numbers: ${checksHeadline(report)}\n`, ...(list === "" ? [] : [`${list}${more}`])].join("\n");
}

/** The most units in the summary; the manifest has all. */
const MAX_UNITS = 50;

/** A sentence that says whether the run has the results of the earlier one; empty if there is nothing to compare. */
function renderReproduction({ reproduces }: Manifest): string {
  if (reproduces?.compared === undefined) return "";
  const { compared, startedAt } = reproduces;
  return `\n${compared.reproduced ? "✅" : "❌"} Against the run of ${escapeMarkdown(startedAt)}: ${reproductionHeadline(compared)}\n`;
}

/** The units that are not the same, with the number that moved most; empty if there are none. */
function renderDifferences({ reproduces }: Manifest): string {
  const others = differingUnits(reproduces?.compared);
  if (others.length === 0) return "";
  const rows = others.slice(0, MAX_UNITS).map(cells);
  const rest = others.length - rows.length;
  return `${table(["File", "Unit", "Against the earlier run", "Largest move"], rows)}${rest > 0 ? `\n${rest} more are in \`manifest.json\`.\n` : ""}`;
}

function cells({ path, id, outcome, reason = "", moves = [] }: ReproducedUnit): string[] {
  const [largest] = moves;
  const { row = "", column = "", before, after } = largest ?? {};
  return [
    code(path),
    code(shorten(id, 300)),
    escapeMarkdown(shorten(`${outcome === "differs" ? "differs" : "cannot be compared"}: ${reason}`, 500)),
    largest === undefined
      ? ""
      : escapeMarkdown(shorten(`${column} of ${row}: ${before} in the earlier run, ${after} now`, 300)),
  ];
}
