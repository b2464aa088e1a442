// What `npm test` runs in VS Code, each with its reason; `npm run test:full` runs all suites and stories.

/** Tests of the suites by full title, and why they are in the sample. */
export const sampledTests: Readonly<Record<string, string>> = {
  "the extension in VS Code registers the commands of its manifest and no others": "activation",
  "the extension in VS Code shows an error of a command once, with its details only in the log": "errors",
  "connections start the simulator on loopback at its first use": "the built-in service",
  "connections keep credentials out of the settings and the log": "secrets",
  "connections do not send credentials to a changed address": "secrets",
  "the editor of parameter files marks errors at their exact places, with a link to their description": "diagnostics",
  "the editor of parameter files offers a fix for an issue, and applies all safe fixes at once": "quick fixes",
  "the editor commands offer to run a file and each of its units, above them": "code lenses",
  "the editor commands complete by the schema, including snippets": "completion by schema",
  "names in parameter files complete a component by its name and insert its id": "completion by the service",
  "names in parameter files appear beside ids, with details in hovers": "inlay hints and hovers",
  "the Explorer sends no request before a row is opened, and shows the first page of 2,000 entries with one request":
    "the Explorer view",
  "jobs run a file, show its progress and keep the results": "the main path",
  "jobs cancel on the service": "cancellation",
  "the errors of units appear at the values that they speak of, in the words of the service, until these change":
    "diagnostics of runs",
  "sweeps in the editor mark a wrong cell in the CSV file, although the sweep is not open, until it is fixed":
    "diagnostics of sweeps",
  "sweeps in the editor preview the request of the row at the cursor, and of one that the user picks": "sweeps",
  "a project file runs a set: its files and families, with its dates and currency": "sets",
  "a project file gets no credentials for an address of its own, nor does a connection of its sets": "secrets",
  "a check that fails is a problem at its unit, with value, limit and reason, and leads to the cell in the results":
    "checks",
  "results show the tables of several runs, each in its page": "the results view",
  "results are exported as CSV, Excel, JSON, Arrow and Parquet, and shown unchanged": "exports",
  "tools for language models are offered to every extension, with their schemas": "tools for language models",
  "tools for language models run nothing if the user declines, although VS Code approves every tool":
    "the question before a run of a language model",
  "templates of all sorts are created from files": "templates",
  "templates are edited in a copy, and sent after a comparison": "updates of templates",
};

/** The number of first scenes of each story. A scene starts where the one before ended, so a sample is a beginning. */
export const sampledScenes: Readonly<Record<string, number>> = {
  // The whole main path with mouse and keys: connect, edit, browse, run, and view the results.
  light: 5,
};
