import { type FixedValues, fixValues, type Project } from "@analytics-engines/core/files";
import type { CheckedFile } from "../files/parameter-files.ts";
import { datedFolder } from "../files/paths.ts";
import type { OpenProject } from "./open-project.ts";

/** A value and where it comes from, such as `option --output`, `analytics-engines.json:7` or `default`. */
export interface Setting<Value> {
  readonly value: Value;
  readonly source: string;
}

/** What both a project file and the flags or inputs of a shell can set. */
export type CommonSettings = Pick<
  Project,
  "files" | "families" | "outputFolder" | "maxConcurrency" | "unknownProperties" | "tolerances" | "checks"
>;

/** The settings that apply. */
export interface ProjectSettings {
  /** Globs; `undefined` for every parameter file of the folder. */
  readonly files: Setting<readonly string[] | undefined>;
  readonly families: Setting<NonNullable<Project["families"]>>;
  /** `{date}` in it is replaced by the day. `isDated`: whether it was, so that each day has a folder of its own. */
  readonly outputFolder: Setting<string> & { readonly isDated: boolean };
  readonly maxConcurrency: Setting<number>;
  readonly unknownProperties: Setting<NonNullable<Project["unknownProperties"]>>;
  readonly tolerances: Setting<readonly string[]>;
  /** Globs; `undefined` for no checks. */
  readonly checks: Setting<readonly string[] | undefined>;
  /** The dates and the currency of the set. */
  readonly fixedValues: Setting<FixedValues | undefined>;
}

const DEFAULT_OUTPUT_FOLDER = "analytics-run";
const USUAL_CONCURRENCY = 10;

/** How the Action calls its inputs. */
const inputNames = {
  files: "the input files",
  families: "the input families",
  outputFolder: "the input output-dir",
  maxConcurrency: "the input max-concurrency",
  unknownProperties: "the project file",
  tolerances: "the input tolerances",
  checks: "the input checks",
};

/**
 * Joins the flags or inputs of a shell, which come first, with the set and the project file, and with the defaults.
 * @param given the flags or inputs that the user set; the others are absent
 * @param settingNames how the shell calls them, for `source`; by default as the Action does
 */
export function joinSettings(
  given: CommonSettings,
  open: OpenProject | undefined,
  setName: string | undefined,
  settingNames: Readonly<Record<keyof CommonSettings, string>> = inputNames,
): ProjectSettings {
  const { project, set } = open ?? {};
  const projectSource = (...path: readonly string[]) => open?.placeOf(...path) ?? "default";
  const pick = <Name extends keyof CommonSettings, Default>(name: Name, fallback: Default) => {
    const value: NonNullable<CommonSettings[Name]> | Default = given[name] ?? project?.[name] ?? fallback;
    const isDefault = given[name] === undefined && project?.[name] === undefined;
    return {
      value,
      source: given[name] !== undefined ? settingNames[name] : isDefault ? "default" : projectSource(name),
    };
  };
  const isSetFiles = given.files === undefined && set?.files !== undefined;
  const hasFixedValues = set?.dates !== undefined || set?.currency !== undefined;
  return {
    files: isSetFiles
      ? { value: set.files, source: projectSource("sets", setName ?? "", "files") }
      : pick("files", undefined),
    families: joinFamilies(given, project, settingNames.families, projectSource("families")),
    outputFolder: datedSetting(pick("outputFolder", DEFAULT_OUTPUT_FOLDER)),
    maxConcurrency: pick("maxConcurrency", USUAL_CONCURRENCY),
    unknownProperties: pick("unknownProperties", "error"),
    tolerances: pick("tolerances", []),
    checks: pick("checks", undefined),
    fixedValues: hasFixedValues
      ? { value: { dates: set.dates, currency: set.currency }, source: projectSource("sets", setName ?? "") }
      : { value: undefined, source: "default" },
  };
}

function datedSetting({ value, source }: Setting<string>): ProjectSettings["outputFolder"] {
  const dated = datedFolder(value, new Date());
  return { value: dated, source, isDated: dated !== value };
}

/** Both count: the first glob that matches a file, those of the shell before those of the project file. */
function joinFamilies(given: CommonSettings, project: Project | undefined, name: string, projectSource: string) {
  const sources = [
    ...(given.families === undefined ? [] : [name]),
    ...(project?.families === undefined ? [] : [projectSource]),
  ];
  const globs = new Map(Object.entries(given.families ?? {}));
  for (const [glob, family] of Object.entries(project?.families ?? {})) if (!globs.has(glob)) globs.set(glob, family);
  return { value: Object.fromEntries(globs), source: sources.join(", ") || "default" };
}

/** The values that decide how the files of a run are read. */
export function valuesOf(settings: Pick<ProjectSettings, "families" | "unknownProperties" | "fixedValues">) {
  const { families, unknownProperties, fixedValues } = settings;
  return { families: families.value, unknownProperties: unknownProperties.value, fixedValues: fixedValues.value };
}

/** The most sentences about units of one file. */
const MAX_PROBLEMS = 3;

/**
 * Puts the dates and the currency of a set into a checked file or the jobs of a sweep, so that its digest is that of the request that is sent. A file for which that
 * is not possible gets a problem in place of its parameters.
 */
export function fixFile<File extends CheckedFile>(file: File, values: FixedValues | undefined): File {
  if (values === undefined) return file;
  const { sweep } = file;
  if (sweep !== undefined) {
    const results = sweep.jobs.map((job) => fixValues(job, values));
    const problems = results.flatMap((result) => ("problems" in result ? result.problems : []));
    if (problems.length > 0) return { ...file, sweep: { ...sweep, jobs: [] }, problem: misfit(problems) };
    return { ...file, sweep: { ...sweep, jobs: results.flatMap((result) => ("file" in result ? result.file : [])) } };
  }
  if (file.parameters === undefined) return file;
  const fixed = fixValues(file.parameters, values);
  if ("file" in fixed) return { ...file, parameters: fixed.file };
  return { ...file, parameters: undefined, problem: misfit(fixed.problems) };
}

/** Why a file cannot have the values: the rest of a sentence that begins with its name. */
function misfit(problems: readonly string[]): string {
  const more = problems.length - MAX_PROBLEMS;
  const text = problems.slice(0, MAX_PROBLEMS).join(" ");
  return `does not fit the set: ${more > 0 ? `${text} ${more} more do not fit` : text.replace(/\.$/, "")}`;
}
