import { isLoopback } from "@analytics-engines/core/basics";
import { PROJECT_FILE } from "@analytics-engines/core/parameters";
import { nightlyWorkflow } from "./workflow.ts";

/** What `init` asks for. */
export interface ProjectAnswers {
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
export function newFiles({ baseUrl, folder }: ProjectAnswers): Readonly<Record<string, string>> {
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
    ".gitignore": "# Results of runs and reviews\nanalytics-run/\nanalytics-runs/\nanalytics-review/\n",
  };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
