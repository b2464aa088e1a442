/** The commands of each feature, by the last part of their id `analyticsEngines.FEATURE.VERB`. A test compares them with the manifest. */
export const commandVerbs = {
  connections: ["add", "edit", "remove", "select", "diagnose", "enterCredentials", "useSimulator"],
  log: ["show"],
  editor: [
    "newFile",
    "checkAll",
    "openExample",
    "fixAll",
    "pinDates",
    "pickFamily",
    "previewRow",
    "refreshNames",
    "openDocs",
  ],
  explorer: [
    "find",
    "refresh",
    "loadMore",
    "copy",
    "insert",
    "openJson",
    "newFile",
    "lookUpBenchmark",
    "addTemplateDirectory",
    "removeFromList",
  ],
  jobs: [
    "runFile",
    "runUnit",
    "runSelected",
    "runSet",
    "cancel",
    "resume",
    "rerun",
    "remove",
    "rename",
    "clearHistory",
    "deleteAllData",
    "showRunning",
    "showResults",
    "showLastResults",
    "openParameters",
    "compareParameters",
    "copyRequestKeys",
  ],
  results: ["open", "openFile", "compare", "export", "showTrend", "openRaw", "openExternally"],
  templates: ["create", "edit", "update", "delete"],
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
