/** The commands of each feature, by the last part of their id `analyticsEngines.FEATURE.VERB`. A test compares them with the manifest. */
export const commandVerbs = {
  connections: [
    "add",
    "edit",
    "remove",
    "select",
    "test",
    "diagnose",
    "enterCredentials",
    "import",
    "export",
    "useSimulator",
  ],
  log: ["show"],
  editor: [
    "newFile",
    "openExample",
    "fixAll",
    "pinDates",
    "sortUnits",
    "pickFamily",
    "compareWithFile",
    "compareWithHead",
    "previewRow",
    "refreshNames",
    "openDocs",
  ],
  explorer: [
    "find",
    "refresh",
    "retry",
    "loadMore",
    "copyPath",
    "copyId",
    "insert",
    "openJson",
    "newFile",
    "addFavorite",
    "removeFavorite",
    "lookUpBenchmark",
    "addTemplateDirectory",
    "removeFromList",
  ],
  jobs: [
    "runFile",
    "runUnit",
    "runUnitAtCursor",
    "runSelected",
    "runSet",
    "cancel",
    "resume",
    "rerun",
    "remove",
    "rename",
    "note",
    "filter",
    "showAll",
    "group",
    "clearHistory",
    "deleteAllData",
    "showRunning",
    "showResults",
    "showLastResults",
    "openParameters",
    "compareParameters",
    "copyRequestKeys",
    "copyJobId",
  ],
  results: [
    "open",
    "openFile",
    "compareWith",
    "compareWithLastRun",
    "selectForCompare",
    "compareWithSelected",
    "exportCsv",
    "exportJson",
    "exportArrow",
    "exportParquet",
    "openRaw",
    "openExternally",
  ],
  templates: ["create", "show", "edit", "update", "sendUpdate", "delete"],
} as const;

export type CommandFeature = keyof typeof commandVerbs;
export type CommandVerb<Feature extends CommandFeature> = (typeof commandVerbs)[Feature][number];

/** The id of a command, as the manifest declares it. */
export type CommandId = {
  [Feature in CommandFeature]: `analyticsEngines.${Feature}.${CommandVerb<Feature>}`;
}[CommandFeature];

/**
 * Runs a command. The palette gives no arguments, and another extension may give any, so a handler checks its arguments.
 */
export type CommandHandler = (...args: unknown[]) => unknown;

/** A handler for each command of a feature. */
export type CommandHandlers<Feature extends CommandFeature> = Readonly<Record<CommandVerb<Feature>, CommandHandler>>;
