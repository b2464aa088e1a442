import { readFileSync } from "node:fs";
import path from "node:path";
import * as core from "../../../packages/core/src/index.ts";
import { ResultDecodeError, UnreadVersionError } from "../../../packages/core/src/results/index.ts";
import { UserError } from "../../../packages/runs/src/progress/index.ts";
import { root } from "../../steps.ts";

const files = [
  "core/src/service/errors/errors.ts",
  "core/src/jobs/errors.ts",
  "core/src/compute/compute-error.ts",
  "runs/src/user-error.ts",
  "core/src/json/errors.ts",
];

/** The page of errors: each error class of core and runs with its code, its doc comment and its advice. */
export function errorsPage(): string {
  const rows = files.flatMap((file) => {
    const text = readFileSync(path.join(root, "packages", file), "utf8");
    return [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport class (\w+Error) /g)].flatMap(
      ([, comment = "", name = ""]) => {
        const thrown = example(name);
        return thrown === undefined
          ? []
          : [`| \`${name}\` | ${thrown.code} | ${sentence(comment)} | ${thrown.advice} |`];
      },
    );
  });
  return `# Errors

The errors that core and runs throw: one class for each cause. Distinguish them by \`instanceof\` or by \`code\`, which does not change. \`npm run build\` writes this page from the classes.

Every \`ServiceError\` has \`status\`, \`method\`, \`path\`, \`requestKey\` and \`apiRequestKey\` (quote them to the service's support), \`errors\` (the service's own list) and \`advice\` (what to do
next); those of jobs also have \`jobId\` and \`unitId\`. No error contains a credential, even in the output of \`util.inspect\` and \`JSON.stringify\`.

| class | code | when | what to do |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}

/** The code and the advice of a class, from an instance. */
function example(name: string): { code: string; advice: string } | undefined {
  const others: Readonly<Record<string, Error & { code?: string }>> = {
    UserError: new UserError(""),
    ResultDecodeError: new ResultDecodeError("", ""),
    UnreadVersionError: new UnreadVersionError(""),
    StorageError: new core.StorageError(""),
    IncompleteBodyError: new core.IncompleteBodyError("", 0),
  };
  const errorClass = Object.entries(core).find(([exported]) => exported === name)?.[1];
  const error = others[name] ?? (typeof errorClass === "function" ? Reflect.construct(errorClass, [""]) : undefined);
  if (error === undefined) return undefined;
  return {
    code: error.code === undefined ? "" : `\`${error.code}\``,
    advice: error instanceof core.ServiceError ? error.advice : "",
  };
}

/** The text of a doc comment, without its tags. */
function sentence(comment: string): string {
  return comment
    .replace(/\n\s*\*\s*@[\s\S]*/, "")
    .replaceAll(/\s*\n\s*\*\s*/g, " ")
    .trim()
    .replaceAll("|", "\\|");
}
