import { type FamilyId, isFamilyId } from "@analytics-engines/core/basics";
import { readHours } from "@analytics-engines/runs/progress";
import { type Command, InvalidArgumentError, Option } from "commander";

export function failOnOption(): Option {
  return new Option("--fail-on <severity>", "what makes the exit code 1")
    .choices(["error", "warning", "never"])
    .default("error");
}

export function baseUrlOption(): Option {
  return new Option("--base-url <url>", "address of the service (default: the variable ANALYTICS_BASE_URL)");
}

export function setOption(): Option {
  return new Option("--set <name>", "a set of analytics-engines.json: its files, connection and dates");
}

/** The families of files by glob, for files whose name and `$schema` do not state a family. */
export type Families = Readonly<Record<string, FamilyId>>;

/** Collects `GLOB=FAMILY`. */
export function collectFamilies(text: string, earlier: Families = {}): Families {
  const at = text.lastIndexOf("=");
  const family = text.slice(at + 1);
  if (at > 0 && isFamilyId(family)) return { ...earlier, [text.slice(0, at)]: family };
  throw new InvalidArgumentError("Expected GLOB=FAMILY, such as risk/*.json=spar.");
}

/** What `[files...]` is without names. */
export const FILES_HELP =
  "files, folders or globs (default: those of the set or the project file, or all *.FAMILY.json below this folder)";

/** The options that name the run folder and the families, which also override the project file. */
export function addFileOptions(command: Command): Command {
  return command
    .option(
      "-o, --output <folder>",
      "the run folder, absent or empty; {date} in it is the day (default: analytics-run)",
    )
    .option("--family <glob=family>", "family of files without one in their name; may be repeated", collectFamilies);
}

/** What the help of each command that connects says about credentials. */
export const CREDENTIALS_HELP = `
Credentials: ANALYTICS_USERNAME and ANALYTICS_API_KEY, or ANALYTICS_TOKEN, or ANALYTICS_OAUTH_CONFIG (a file, or its JSON), or a profile
(see login). The connection prod has ANALYTICS_PROD_API_KEY, with its address in ANALYTICS_PROD_BASE_URL. Proxies: see doctor.
`;

/** The options that name the service, and the set of the project file with its connection. */
export function addConnectOptions(command: Command): Command {
  return command
    .addOption(setOption())
    .option("--connection <name>", "a connection of analytics-engines.json, or a profile: see login")
    .addOption(baseUrlOption());
}

/** The option that names an earlier run. */
export function earlierOption(use: string): Option {
  return new Option("--earlier <run>", `the folder of an earlier run, ${use}`);
}

/** The option of a command that begins a run, for results of the earlier one. */
export function reuseOption(): Option {
  return new Option(
    "--reuse [hours]",
    "copy the results of --earlier for the same parameters and days, of any age, or at most these hours",
  ).argParser(hours);
}

/** What `--write` names. */
const writtenKinds = ["csv", "parquet", "report"] as const;

/** Forms in which a command writes results beside them. */
export type WrittenKind = (typeof writtenKinds)[number];

/** The option of a command that stores results, for their readable forms. */
export function writeOption(): Option {
  return new Option(
    "--write <kinds>",
    "what is written beside the results, with commas: csv and parquet (their tables), report (report.html, one page with all tables and charts), or none",
  )
    .argParser(kinds)
    .default(["csv", "report"], "csv,report");
}

/** Reads the kinds of `--write`. */
function kinds(text: string): readonly WrittenKind[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.length === 1 && names[0] === "none") return [];
  const chosen = writtenKinds.filter((kind) => names.includes(kind));
  if (names.every((name) => writtenKinds.some((kind) => kind === name))) return chosen;
  throw new InvalidArgumentError(`Expected ${writtenKinds.join(", ")} with commas, such as csv,report, or none.`);
}

/** The options that override the project file, without those of the files and the run folder. */
function addSettingOptions(command: Command): Command {
  return addConnectOptions(command).option(
    "--max-concurrency <jobs>",
    "the most jobs in progress at once (default: 10)",
    jobs,
  );
}

/** The options of each command that creates jobs or waits for them. */
export function addJobOptions(command: Command): Command {
  return addSettingOptions(command)
    .option("--timeout-minutes <minutes>", "the longest that the run may take", minutes)
    .option("--cache <directives>", "Cache-Control of each job; max-stale=0: no stored result", cacheControl)
    .addOption(failOnOption())
    .option("--json", "print the manifest as JSON");
}

function jobs(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 500) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 1 to 500.");
}

function minutes(text: string): number {
  if (/^\d{1,5}(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected minutes, such as 110 or 0.5.");
}

function hours(text: string): number {
  const read = readHours(text);
  if (read !== undefined) return read;
  throw new InvalidArgumentError("Expected hours, such as 24 or 0.5. Write names of files before --reuse.");
}

function cacheControl(text: string): string {
  const directives = text.split(",").map((directive) => directive.trim());
  if (directives.every((directive) => /^(no-store|max-age=\d{1,9}|max-stale(=\d{1,9})?)$/.test(directive)))
    return directives.join(", ");
  throw new InvalidArgumentError("Expected no-store, max-age=SECONDS or max-stale=SECONDS, or several with commas.");
}

/** Collects the texts of an option that may be repeated. */
export function collectTexts(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}
