import * as z from "zod";
import { familyIds } from "../families/families.ts";
import { integer, list, map, object, text } from "../families/schema.ts";

// The schema of the project file. Its JSON Schema and the shape that the reader checks are made from it.

const defaultPatterns = ["parameters/**/*.json", "!parameters/drafts/**"];

const connection = object(
  "ProjectConnection",
  "A connection to the service, without credentials. Its name is that of its variables: the command sends the credentials of the connection `prod`, such as `ANALYTICS_PROD_API_KEY`, only where `ANALYTICS_PROD_BASE_URL` has the same origin.",
  {
    baseUrl: text("Address of the service.", "https://api.vendor.example"),
    headerPrefix: z.optional(
      text("The service's name in its request headers: `Vendor` for `X-Vendor-Api-...`.", "Vendor"),
    ),
    isProduction: z.optional(
      z.boolean().register(z.globalRegistry, {
        description: "Whether the numbers of this connection are used in earnest. The command names it before a run.",
      }),
    ),
  },
);

const patterns = (description: string, example = defaultPatterns) =>
  z.optional(list(z.string(), description, { examples: [example] }));
const connectionName = (description: string) => z.optional(text(description, "prod"));

const set = object("ProjectSet", "Parameter files that are run together.", {
  files: patterns("The files of the set as globs; `!` excludes. Default: `files` of the project."),
  connection: connectionName("The connection of the set, one of `connections`. Default: `connection` of the project."),
  dates: z.optional(
    object("ProjectDates", "Dates that replace those of every unit whose family has a first and a last day.", {
      startdate: z.optional(text("The first day: `YYYYMMDD`, or relative.", "-1M")),
      enddate: z.optional(text("The last day: `YYYYMMDD`, or relative.", "0M")),
    }),
  ),
  currency: z.optional(text("The ISO 4217 currency that replaces that of every unit whose family has one.", "EUR")),
});

/** The project file `analytics-engines.json`. */
export const projectSchema = object(
  "Project",
  "Settings of a repository with parameter files, for the command and the Action. It holds no credentials.",
  {
    files: patterns(
      "The parameter files as globs, relative to this file; `!` excludes. Default: every `NAME.FAMILY.json`.",
    ),
    families: z.optional(
      map(
        z.enum(familyIds),
        "Families by glob, for files without one in their name. The first glob that matches counts.",
        {
          examples: [{ "legacy/**/*.json": "spar" }],
        },
      ),
    ),
    connections: z.optional(map(connection, "Connections by name.")),
    connection: connectionName("The connection that is used where a set names no other."),
    tolerances: z.optional(
      list(
        z.string(),
        "How far numbers of columns may be apart in comparisons: `PATTERN=ABS`, `PATTERN=REL%` or `PATTERN=ABS,REL%`. The first pattern that matches counts.",
        { examples: [["*weight*=0.01", "*=1e-9,0.1%"]] },
      ),
    ),
    checks: patterns(
      "The checks files as globs, relative to this file; `!` excludes. Their rules apply to the results of each run. Default: none.",
      ["checks/*.checks.json"],
    ),
    outputFolder: z.optional(
      text(
        "The run folder, relative to this file. `{date}` in it is replaced by the day: `runs/{date}`. Not `.git`, `.github` or `.vscode`, and not below them.",
        "analytics-run",
      ),
    ),
    maxConcurrency: z.optional(integer("The most jobs in progress at once, 1 to 500.", 10)),
    unknownProperties: z.optional(
      z.enum(["error", "warning"]).register(z.globalRegistry, {
        description:
          "The severity of a property that the models do not have. A name close to a known one is always an error.",
      }),
    ),
    sets: z.optional(map(set, "Sets of files by name, for `run --set NAME` and the input `set`.")),
  },
);

/** What a project file holds. */
export type Project = z.output<typeof projectSchema>;
export type ProjectConnection = z.output<typeof connection>;
export type ProjectSet = z.output<typeof set>;
