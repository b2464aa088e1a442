import { entries, isObject, type JsonPath, property, typeName } from "../json/value.ts";
import type { IssueFindings } from "../parameters/issues/findings.ts";
import type { Issue, Range } from "../parameters/issues/issue.ts";
import { readUserFile } from "../parameters/read/read.ts";
import { shapeOfFile } from "../parameters/shapes/file-shape.ts";
import { quoted } from "../parameters/text/words.ts";
import { takeCredentials } from "./credentials.ts";
import { checkProject } from "./rules.ts";
import type { Project } from "./schema.ts";
import { type ConnectionVariables, connectionVariables } from "./variables.ts";

/** A project file: its settings and its issues. */
export interface ProjectFile {
  /** Undefined if there are errors. */
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
    project: isProject(file.value, hasErrors) ? file.value : undefined,
    issues,
    rangeOf: (...path) => file.rangeOf(path),
  };
}

/** Reports a `$schema` that is no text, and credentials. */
function takeOut(root: unknown, findings: IssueFindings): void {
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
function takeVariables(root: unknown, findings: IssueFindings): void {
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
