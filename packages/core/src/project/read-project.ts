import { entries, isObject, items, type JsonObject, type JsonPath, property, typeName } from "../json/value.ts";
import { readDate } from "../parameters/dates/days.ts";
import { withSlashes } from "../parameters/file-names.ts";
import type { Finding, Findings } from "../parameters/issues/findings.ts";
import { changesTo } from "../parameters/issues/fixes.ts";
import type { Issue, Range } from "../parameters/issues/issue.ts";
import { readUserFile } from "../parameters/read/read.ts";
import { valueLists } from "../parameters/rules/values.ts";
import { shapeOfFile } from "../parameters/shapes/shape.ts";
import { listed, nearestHint, quoted } from "../parameters/text/words.ts";
import { parseTolerance } from "../results/compare/parse-tolerance.ts";
import { type BaseUrlProblem, baseUrlProblem, isHeaderPrefix } from "../service/http/base-url.ts";
import { type ConnectionVariables, connectionVariables, isReservedFolder, sharedVariables } from "./names.ts";
import type { Project } from "./schema.ts";

/** A project file: its settings and its issues. */
export interface ProjectFile {
  /** Its paths and globs have `/` alone. Undefined if there are errors. */
  readonly project: Project | undefined;
  /** Sorted by position. */
  readonly issues: readonly Issue[];
  /** The range of the value at a path; undefined if the file has no such value. */
  rangeOf(...path: JsonPath): Range | undefined;
}

/** Reads a project file. It never throws: whatever is wrong with the text becomes an issue with its line and column. */
export function readProject(text: string): ProjectFile {
  const file = readUserFile(text, { shape: shapeOfFile("project"), prepare: takeOut, applyRules: checkProject });
  const issues = file.issues.map(withoutSecret);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  return {
    project: isProject(file.value, hasErrors) ? withSlashesInPaths(file.value) : undefined,
    issues,
    rangeOf: (...path) => file.rangeOf(path),
  };
}

/** Reports a `$schema` that is no text, and credentials. */
function takeOut(root: unknown, findings: Findings): void {
  const schema = property(root, "$schema");
  if (isObject(root) && schema !== undefined) {
    delete root["$schema"];
    const message = `\`$schema\` is ${typeName(schema)}; text is needed.`;
    findings.add({ code: "wrong-type", message, path: ["$schema"] });
  }
  takeVariables(root, findings);
  takeCredentials(root, findings);
}

/** What each member would name, in lower case. */
const variableMembers = {
  usernamevariable: "username",
  apikeyvariable: "apiKey",
  tokenvariable: "token",
  oauthconfigvariable: "oauthConfig",
  baseurlvariable: "baseUrl",
} as const satisfies Readonly<Record<string, keyof ConnectionVariables>>;

/** Reports members that would name variables, and removes them: a file that comes with a branch chooses no secret. */
function takeVariables(root: unknown, findings: Findings): void {
  for (const [name, connection] of entries(property(root, "connections"))) {
    if (!isObject(connection)) continue;
    const variables = connectionVariables(name);
    for (const member of Object.keys(connection)) {
      const kind = Object.entries(variableMembers).find(([key]) => key === member.toLowerCase())?.[1];
      if (kind === undefined) continue;
      delete connection[member];
      const advice = `set ${quoted(variables[kind])}${kind === "baseUrl" ? "" : `, and ${quoted(variables.baseUrl)} beside it`}`;
      const message = `There is no property ${quoted(member)}: names of variables follow from the connection's name. Remove it, and ${advice}.`;
      findings.add({ code: "unknown-property", message, path: ["connections", name, member], at: "key" });
    }
  }
}

/** A value without errors has the shape, which is made from the schema. A test compares this reader with the schema. */
function isProject(value: unknown, hasErrors: boolean): value is Project {
  return isObject(value) && !hasErrors;
}

/** A secret is an error here: a run would go on with it, and everybody who reads the repository has it. */
function withoutSecret(issue: Issue): Issue {
  if (issue.code !== "secret") return issue;
  const advice = "Remove it, and revoke it if it was shared. Credentials go into variables of the environment.";
  return { ...issue, severity: "error", message: `This is a credential, and a project file holds none. ${advice}` };
}

/** A project whose paths and globs have `/` alone: a file that was written on Windows names the same files on every system. */
function withSlashesInPaths(project: Project): Project {
  const { files, checks, families, outputFolder, sets } = project;
  return {
    ...project,
    ...(files && { files: files.map(withSlashes) }),
    ...(checks && { checks: checks.map(withSlashes) }),
    ...(families && { families: withSlashesInNames(families) }),
    ...(outputFolder !== undefined && { outputFolder: withSlashes(outputFolder) }),
    ...(sets && {
      sets: Object.fromEntries(
        Object.entries(sets).map(([name, set]) => [
          name,
          set.files === undefined ? set : { ...set, files: set.files.map(withSlashes) },
        ]),
      ),
    }),
  };
}

function withSlashesInNames<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [withSlashes(name), value]));
}

type Report = (finding: Finding) => void;

/** The most jobs in progress at once. */
const MAX_CONCURRENCY = 500;

/** Checks what the shape of a project file does not say. Values of a wrong type are issues already. */
function checkProject(project: unknown, report: Report): void {
  if (!isObject(project)) return;
  const names = (name: string) => Object.keys(property(project, name) ?? {});
  checkPatterns(project, [], report);
  checkPath(project["outputFolder"], ["outputFolder"], report);
  checkReserved(project["outputFolder"], report);
  for (const [index, text] of items(project["tolerances"]).entries()) {
    if (typeof text !== "string" || parseTolerance(text) !== undefined) continue;
    const message = "This is no tolerance: write `PATTERN=ABS`, `PATTERN=REL%` or `PATTERN=ABS,REL%`.";
    report({ code: "unknown-value", message, path: ["tolerances", index] });
  }
  const most = project["maxConcurrency"];
  if (typeof most === "number" && (most < 1 || most > MAX_CONCURRENCY)) {
    const message = `\`maxConcurrency\` is a whole number from 1 to ${MAX_CONCURRENCY}.`;
    report({ code: "unknown-value", message, path: ["maxConcurrency"] });
  }
  for (const [name, connection] of entries(project["connections"])) {
    checkName(name, ["connections", name], report);
    if (isObject(connection)) checkConnection(connection, ["connections", name], report);
  }
  checkVariables(names("connections"), report);
  checkReference(project, [], names("connections"), report);
  for (const [name, set] of entries(project["sets"])) {
    const path = ["sets", name];
    checkName(name, path, report);
    if (!isObject(set)) continue;
    checkPatterns(set, path, report);
    checkReference(set, path, names("connections"), report);
    checkDates(set["dates"], [...path, "dates"], report);
    checkCurrency(set["currency"], [...path, "currency"], report);
  }
}

function checkName(name: string, path: JsonPath, report: Report): void {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return;
  const message = `${quoted(name)} is no name: use 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first.`;
  report({ code: "unusable-name", message, path, at: "key" });
}

/** Two connections with the same variables could not have credentials of their own. */
function checkVariables(names: readonly string[], report: Report): void {
  for (const [first = "", ...others] of sharedVariables(names))
    for (const name of others) {
      const { apiKey } = connectionVariables(name);
      const message = `${quoted(name)} and ${quoted(first)} would have the same variables, such as ${quoted(apiKey)}. Rename one of them.`;
      report({ code: "unusable-name", message, path: ["connections", name], at: "key" });
    }
}

function checkPatterns(object: JsonObject, path: JsonPath, report: Report): void {
  for (const name of ["files", "checks"])
    for (const [index, pattern] of items(object[name]).entries())
      checkPath(typeof pattern === "string" ? pattern.replace(/^!/, "") : pattern, [...path, name, index], report);
}

/** Other files of a machine are no parameter files of the repository, and no run writes there. */
function checkPath(text: unknown, path: JsonPath, report: Report): void {
  if (typeof text !== "string") return;
  const isOutside = /^(?:[/\\]|[A-Za-z]:)/.test(text) || text.split(/[\\/]/).includes("..");
  if (text.trim() !== "" && !isOutside) return;
  const message = "The path must be below the folder of the project file: not empty, not absolute, without `..`.";
  report({ code: "path-form", severity: "error", message, path });
}

/** A run would write a file there that git, the CI system or the editor obeys. */
function checkReserved(folder: unknown, report: Report): void {
  if (typeof folder !== "string" || !isReservedFolder(folder)) return;
  const message = "The run folder must not be `.git`, `.github` or `.vscode`, or below them.";
  report({ code: "path-form", severity: "error", message, path: ["outputFolder"] });
}

function checkReference(object: JsonObject, path: JsonPath, connections: readonly string[], report: Report): void {
  const name = object["connection"];
  if (typeof name !== "string" || connections.includes(name)) return;
  const otherAdvice = connections.length > 0 ? `Use ${listed(connections)}.` : "Add it to `connections`.";
  report({
    code: "unknown-value",
    message: `There is no connection ${quoted(name)} in this file. ${nearestHint(name, connections, otherAdvice)}`,
    path: [...path, "connection"],
    fixes: changesTo(name, connections),
  });
}

const baseUrlWords: Readonly<Record<BaseUrlProblem, string>> = {
  address: "`baseUrl` is no address, such as `https://api.vendor.example`.",
  credentials: "`baseUrl` must not contain credentials: they go into variables of the environment.",
  transport: "`baseUrl` must begin with `https://` (`http://` only for this machine).",
  query: "`baseUrl` must not contain a query or a fragment.",
};

function checkConnection(connection: JsonObject, path: JsonPath, report: Report): void {
  const { baseUrl, headerPrefix } = connection;
  const problem = typeof baseUrl === "string" ? baseUrlProblem(baseUrl) : undefined;
  if (problem !== undefined)
    report({ code: "unknown-value", message: baseUrlWords[problem], path: [...path, "baseUrl"] });
  if (typeof headerPrefix === "string" && !isHeaderPrefix(headerPrefix)) {
    const message = "`headerPrefix` is 1 to 64 letters, digits and hyphens: `Vendor` for `X-Vendor-Api-...`.";
    report({ code: "unknown-value", message, path: [...path, "headerPrefix"] });
  }
}

function checkDates(dates: unknown, path: JsonPath, report: Report): void {
  const [start, end] = ["startdate", "enddate"].map((name) => {
    const text = property(dates, name);
    if (typeof text !== "string") return undefined;
    const date = readDate(text);
    const day = date.form === "absolute" ? date.day : undefined;
    if (date.form === "absolute" && day === undefined)
      report({ code: "impossible-date", message: `The calendar has no day ${quoted(text)}.`, path: [...path, name] });
    else if (date.form !== "absolute" && date.form !== "relative") {
      const message = "Write a day as `YYYYMMDD`, or a relative date such as `0` or `-1M`.";
      report({ code: "date-form", severity: "error", message, path: [...path, name] });
    }
    return day;
  });
  if (start === undefined || end === undefined || start <= end) return;
  report({ code: "dates-reversed", message: "The first day is after the last.", path: [...path, "startdate"] });
}

function checkCurrency(currency: unknown, path: JsonPath, report: Report): void {
  const codes = valueLists.currency.values();
  if (typeof currency !== "string" || codes.includes(currency)) return;
  const advice = nearestHint(currency, codes, "Write a code such as `EUR`.");
  report({
    code: "unknown-value",
    message: `${quoted(currency)} is no ISO 4217 currency. ${advice}`,
    path,
    fixes: changesTo(currency, codes),
  });
}

/** Names of properties that hold credentials elsewhere, in lower case, without hyphens and underscores. */
const CREDENTIAL_NAMES =
  /^(?:password|passwd|passphrase|secret|clientsecret|token|accesstoken|bearertoken|apikey|key|privatekey|username|user|credentials?|authorization|auth|oauthconfig|oauth|jwk|clientid)$/;

/** The properties whose members have names of the user: a set may be called `token`. */
const maps: readonly string[] = ["sets", "connections", "families"];

/**
 * Reports each property that is named as a credential, and removes it from the value, so that it is one issue and its value is quoted nowhere.
 */
function takeCredentials(root: unknown, findings: Findings): void {
  const visit = (value: unknown, path: readonly string[]) => {
    if (!isObject(value)) return;
    const isMap = path.length === 1 && maps.includes(path[0] ?? "");
    for (const [name, inner] of Object.entries(value)) {
      if (isMap || !CREDENTIAL_NAMES.test(name.toLowerCase().replace(/[-_]/g, ""))) visit(inner, [...path, name]);
      else {
        findings.add({ code: "secret", message: "", path: [...path, name], at: "key" });
        delete value[name];
      }
    }
  };
  visit(root, []);
}
