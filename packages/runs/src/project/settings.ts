import type { FixedValues, Project } from "@analytics-engines/core/files";
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
  readonly outputFolder: Setting<string>;
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
 * @param names how the shell calls them, for `source`; by default as the Action does
 */
export function joinSettings(
  given: CommonSettings,
  open: OpenProject | undefined,
  setName: string | undefined,
  names: Readonly<Record<keyof CommonSettings, string>> = inputNames,
): ProjectSettings {
  const { project, set } = open ?? {};
  const place = (...path: readonly string[]) => open?.placeOf(...path) ?? "default";
  const pick = <Name extends keyof CommonSettings, Default>(name: Name, fallback: Default) => {
    const value: NonNullable<CommonSettings[Name]> | Default = given[name] ?? project?.[name] ?? fallback;
    const isDefault = given[name] === undefined && project?.[name] === undefined;
    return { value, source: given[name] !== undefined ? names[name] : isDefault ? "default" : place(name) };
  };
  const isSetFiles = given.files === undefined && set?.files !== undefined;
  const hasFixedValues = set?.dates !== undefined || set?.currency !== undefined;
  return {
    files: isSetFiles ? { value: set.files, source: place("sets", setName ?? "", "files") } : pick("files", undefined),
    families: joinFamilies(given, project, names.families, place("families")),
    outputFolder: pick("outputFolder", DEFAULT_OUTPUT_FOLDER),
    maxConcurrency: pick("maxConcurrency", USUAL_CONCURRENCY),
    unknownProperties: pick("unknownProperties", "error"),
    tolerances: pick("tolerances", []),
    checks: pick("checks", undefined),
    fixedValues: hasFixedValues
      ? { value: { dates: set.dates, currency: set.currency }, source: place("sets", setName ?? "") }
      : { value: undefined, source: "default" },
  };
}

/** Both count: the first glob that matches a file, those of the shell before those of the project file. */
function joinFamilies(given: CommonSettings, project: Project | undefined, name: string, place: string) {
  const sources = [
    ...(given.families === undefined ? [] : [name]),
    ...(project?.families === undefined ? [] : [place]),
  ];
  const globs = new Map(Object.entries(given.families ?? {}));
  for (const [glob, family] of Object.entries(project?.families ?? {})) if (!globs.has(glob)) globs.set(glob, family);
  return { value: Object.fromEntries(globs), source: sources.join(", ") || "default" };
}
