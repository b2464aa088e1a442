import { execFile, execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { onTestFinished } from "vitest";
import { codeBlocks, readDocuments } from "../../../../.ci/docs/documents.ts";
import { workplace } from "./command.ts";

const main = path.resolve(import.meta.dirname, "../../dist/main.js");

/** The blocks of a language in a recipe, from top to bottom. */
export function recipeBlocks(name: string, language: string): readonly string[] {
  const document = readDocuments().find(({ file }) => file === `docs/recipes/${name}.md`);
  return document === undefined ? [] : codeBlocks(document, language).map(({ code }) => code);
}

const parameters = (identifier: string) =>
  JSON.stringify({
    data: {
      prices: {
        universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: [identifier] },
        dates: { source: "FdsDate", startDate: "20240101", endDate: "20240331", frequency: "M", calendar: "FIVEDAY" },
        formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
      },
    },
  });

const checks = JSON.stringify({ checks: [{ rowCount: { min: 1 }, because: "An equity has prices." }] });

/** A script that ended. */
export interface ScriptResult {
  readonly code: number | null;
  readonly output: string;
}

/** What the scripts of an engine run in: a service, a git repository with parameter files, and the commands that the scripts call. */
export async function recipeScene() {
  const place = workplace();
  const { folder, write } = place;
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  for (const name of ["a", "b", "c", "d", "e"]) write(`origin/book/${name}.quant.json`, parameters(name.toUpperCase()));
  write("origin/rows.checks.json", checks);
  const git = (...args: string[]) =>
    execFileSync("git", [
      ...["-C", path.join(folder, "origin"), "-c", "user.name=Q", "-c", "user.email=q@house.example"],
      ...args,
    ]);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message=x");
  const command = (name: string, script: string) => chmodSync(write(`bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
  command("analytics-engines", `exec "${process.execPath}" "${main}" "$@"`);
  // As `npx --yes PACKAGE COMMAND`.
  command("npx", 'shift 2; exec analytics-engines "$@"');
  command("npm", "exit 0");
  command("curl", 'printf "%s\\n" "$@" >> "$SCENE/curl.txt"');
  const env = {
    PATH: `${path.join(folder, "bin")}:${process.env["PATH"]}`,
    SCENE: folder,
    ANALYTICS_USERNAME: "DEMO-1",
    ANALYTICS_API_KEY: "demo",
    ANALYTICS_BASE_URL: url,
  };
  return {
    ...place,
    simulator,
    git,
    /** A folder for a job, with a clone of the repository. */
    checkout(name: string): string {
      const target = path.join(folder, name);
      execFileSync("git", ["clone", "--quiet", path.join(folder, "origin"), target]);
      return target;
    },
    /** Runs a script as a shell of the engine does: it stops at the first command that fails. */
    script(
      lines: string | readonly string[],
      cwd: string,
      variables: Readonly<Record<string, string>> = {},
    ): Promise<ScriptResult> {
      const text = typeof lines === "string" ? lines : lines.join("\n");
      return new Promise((resolve) => {
        const child = execFile(
          "bash",
          ["--norc", "-e", "-c", text],
          { cwd, env: { ...env, ...variables } },
          (_, out, errors) => resolve({ code: child.exitCode, output: `${out}${errors}` }),
        );
      });
    },
    /** Copies files of a job to where another finds them; a missing one is left out, as engines do. */
    pass(from: string, to: string, ...names: readonly string[]): void {
      for (const name of names) {
        if (!existsSync(path.join(from, name))) continue;
        mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
        cpSync(path.join(from, name), path.join(to, name), { recursive: true });
      }
    },
  };
}
