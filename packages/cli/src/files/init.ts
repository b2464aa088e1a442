import path from "node:path";
import { createInterface } from "node:readline/promises";
import { baseUrlProblem, isLoopback, PROJECT_FILE, printable } from "@analytics-engines/core/basics";
import { makeFolders, whyNotBelow, writeNow } from "@analytics-engines/runs/files";
import { hasCode, systemReason, UserError } from "@analytics-engines/runs/progress";
import { type ExitCode, exitCodeOfSignal, printableJson } from "../terminal/output.ts";

export interface InitOptions {
  /** Asks nothing. */
  readonly yes?: boolean;
  readonly json?: true;
}

/** The address of the simulator, unless it is given another port. */
const SIMULATOR_URL = "http://127.0.0.1:8080";

/** Writes the files of a new project into the working directory. Files that exist stay. */
export async function initCommand({ yes = false, json }: InitOptions): Promise<ExitCode> {
  const defaults = { baseUrl: process.env["ANALYTICS_BASE_URL"] || SIMULATOR_URL, folder: "parameters" };
  const answers = checkAnswers(yes ? defaults : await ask(defaults));
  const files: { readonly path: string; readonly written: boolean }[] = [];
  for (const [name, text] of Object.entries(newFiles(answers))) {
    const isNew = createFile(name, text);
    files.push({ path: name, written: isNew });
    if (json !== true) process.stdout.write(`${isNew ? "written" : "exists, not changed"}: ${printable(name)}\n`);
  }
  if (json === true) {
    process.stdout.write(`${printableJson({ version: 1, files })}\n`);
    return 0;
  }
  process.stdout.write(`
Set the credentials, and the address of the service beside them, and run the set:
${setVariables(printable(answers.baseUrl))
  .map((line) => `  ${line}\n`)
  .join("")}  analytics-engines run --set nightly
`);
  return 0;
}

/** Whether the shell of the user is PowerShell. On Windows, only Git Bash and its like set `SHELL`; elsewhere, only PowerShell sets `PSModulePath`. */
export function isPowerShell(env: Readonly<Record<string, string | undefined>>, platform = process.platform): boolean {
  return platform === "win32" ? !env["SHELL"] : Boolean(env["PSModulePath"]);
}

/** The lines that set the variables of a connection in the shell of the user. */
function setVariables(baseUrl: string): readonly string[] {
  if (isPowerShell(process.env))
    return [
      '$env:ANALYTICS_USERNAME = "USERNAME-SERIAL"; $env:ANALYTICS_API_KEY = "..."',
      `$env:ANALYTICS_BASE_URL = "${baseUrl}"`,
    ];
  return ["export ANALYTICS_USERNAME=USERNAME-SERIAL ANALYTICS_API_KEY=...", `export ANALYTICS_BASE_URL=${baseUrl}`];
}

async function ask(defaults: ProjectAnswers): Promise<ProjectAnswers> {
  if (!process.stdin.isTTY)
    throw new UserError("There is no terminal to ask on. Use --yes, which takes the variable ANALYTICS_BASE_URL.");
  // A default that is no address may be a secret in the wrong variable, so it is not shown.
  const baseUrl = baseUrlProblem(defaults.baseUrl) === undefined ? defaults.baseUrl : SIMULATOR_URL;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on("SIGINT", () => {
    process.stderr.write("\nNothing was written.\n");
    process.exit(exitCodeOfSignal("SIGINT"));
  });
  try {
    return {
      baseUrl: (await terminal.question(`Address of the service [${printable(baseUrl)}]: `)).trim() || baseUrl,
      folder:
        (await terminal.question(`Folder of the parameter files [${defaults.folder}]: `)).trim() || defaults.folder,
    };
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw new UserError("Nothing was written.");
    throw error;
  } finally {
    terminal.close();
  }
}

/** @throws UserError that does not repeat the address, which may hold a secret */
function checkAnswers({ baseUrl, folder }: ProjectAnswers): ProjectAnswers {
  if (baseUrlProblem(baseUrl) !== undefined)
    throw new UserError(
      "The address of the service must be https://HOST (http:// only for this machine), without credentials and query.",
    );
  const name = path.posix.normalize(folder.replaceAll("\\", "/")).replace(/\/+$/, "");
  if (!/^[\w-][\w. -]*(?:\/[\w-][\w. -]*)*$/.test(name) || whyNotBelow(name) !== undefined)
    throw new UserError(
      "The folder of the parameter files must be a folder below this one: a name of letters, digits, dots, hyphens and underscores that Windows has, too.",
    );
  return { baseUrl, folder: name };
}

/** Creates a file, and says whether it is new. */
function createFile(name: string, text: string): boolean {
  try {
    makeFolders(path.dirname(name));
    writeNow(name, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    if (error instanceof UserError) throw error;
    throw new UserError(`${name} could not be written: ${systemReason(error)}.`);
  }
}

/**
 * The workflow that runs the set `nightly` every night, as the guide to workflows has it. A release names the commit of the action here, too.
 * @param baseUrl the address of the service
 */
function nightlyWorkflow(baseUrl: string): string {
  return `name: Nightly analytics
on:
  workflow_dispatch:
  schedule:
    - cron: "30 5 * * 1-5"
permissions:
  contents: read
  # For the artifact of the earlier run.
  actions: read
jobs:
  run:
    runs-on: ubuntu-latest
    timeout-minutes: 120
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          persist-credentials: false
      # Until the first release, the action is built from its sources. A release writes its commit here.
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          repository: analytics-engines/analytics-engines
          path: .analytics-engines
          persist-credentials: false
      - run: npm run build
        working-directory: .analytics-engines
      - uses: ./.analytics-engines/packages/action
        with:
          base-url: ${JSON.stringify(baseUrl)}
          username: \${{ vars.ANALYTICS_USERNAME }}
          password: \${{ secrets.ANALYTICS_API_KEY }}
          set: nightly
          earlier: artifact:analytics-run
          reuse: true
          timeout-minutes: 110
`;
}

/** What `init` asks for. */
interface ProjectAnswers {
  /** The address of the service. */
  readonly baseUrl: string;
  /** The folder of the parameter files, relative, with `/`. */
  readonly folder: string;
}

/** A job that needs no account of a portfolio, so that it succeeds everywhere. */
const example = {
  data: {
    prices: {
      universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ALDR", "BRKN"] },
      dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
      formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
    },
  },
};

/** The files of a new project: name and text. */
function newFiles({ baseUrl, folder }: ProjectAnswers): Readonly<Record<string, string>> {
  const project = {
    files: [`${folder}/**/*.json`],
    // Its variables have no name in them.
    connections: { default: { baseUrl } },
    connection: "default",
    sets: { nightly: {} },
  };
  // A runner of GitHub cannot reach a simulator of this machine.
  const workflowUrl = isLoopback(new URL(baseUrl).hostname) ? "https://api.vendor.example" : baseUrl;
  return {
    [PROJECT_FILE]: jsonText(project),
    [`${folder}/prices.quant.json`]: jsonText(example),
    ".github/workflows/nightly.yml": nightlyWorkflow(workflowUrl),
    ".gitignore":
      "# Results of runs and reviews\nanalytics-run/\nanalytics-runs/\nanalytics-review/\nruns/\nhistory/\n",
    ".gitattributes": "# The same lines on every system\n*.json text eol=lf\n*.csv text eol=lf\n",
  };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
