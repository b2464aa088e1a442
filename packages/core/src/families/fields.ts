import { type DocumentKind, type FamilyId, familyRecord, type OptimizerId, optimizerIds } from "./families.ts";

// The meaning of the fields whose schema says no more than "a text".

/** Something of the service that a parameter file can name. */
export type ReferenceKind =
  | "component"
  | "account"
  | "benchmark"
  | "document"
  | "column"
  | "group"
  | "statistic"
  | "pricing source"
  | "configuration"
  | "strategy"
  | "discount curve"
  | "template"
  | "template type"
  | "currency"
  | "frequency"
  | "grouping frequency"
  | "calendar";

/** A closed or an open list of values; `parameters/rules/values.ts` has the values. */
export type ValueListName =
  | "holdings mode"
  | "holdings mode of a report"
  | "component detail"
  | "currency"
  | "frequency"
  | "calendar";

/** A form of days of some families. */
export type DayForm = "MM/DD/YYYY" | "YYYY-MM-DD";

/** A path in a payload, such as `accounts.*.id`, split at the dots; `*` matches every item of a list and every value of a map. */
export type FieldPath = readonly string[];

/** The fields of a payload (a unit, or the object in `data`) that rules and completion know. */
export interface DocumentFields {
  /** Fields that name something of the service, with the family that it belongs to. */
  readonly references: readonly { readonly kind: ReferenceKind; readonly family: FamilyId; readonly path: FieldPath }[];
  /** Fields with a single date. */
  readonly dates: readonly FieldPath[];
  /** Those of `dates` for which the service takes a day of its own where they are left out. */
  readonly decidedDates: readonly FieldPath[];
  /** Objects with a first and a last day, and the names of these two properties. */
  readonly spans: readonly (readonly [object: FieldPath, start: string, end: string])[];
  /** A form of days that the service takes beside `YYYYMMDD`. */
  readonly otherDayForm: DayForm | undefined;
  /** Words for days that the service decides: no rule says which day they mean. */
  readonly dateWords: readonly string[];
  /** Fields whose values come from a list. */
  readonly values: readonly { readonly list: ValueListName; readonly path: FieldPath }[];
  /** Fields that should not be an empty text or an empty list. */
  readonly requiredPaths: readonly FieldPath[];
}

type Named<Name> = readonly (readonly [name: Name, path: string])[];

/** The fields of one kind of document, with paths as texts. */
export interface Description {
  readonly references?: Named<ReferenceKind>;
  readonly dates?: readonly string[];
  readonly decidedDates?: readonly string[];
  readonly spans?: readonly (readonly [object: string, start: string, end: string])[];
  readonly otherDayForm?: DayForm;
  readonly dateWords?: readonly string[];
  readonly values?: Named<ValueListName>;
  readonly requiredPaths?: readonly string[];
}

const split = (path: string): FieldPath => path.split(".");

function fields(family: FamilyId, description: Description): DocumentFields {
  const { references = [], dates = [], spans = [], otherDayForm, values = [], requiredPaths = [] } = description;
  const { decidedDates = [], dateWords = [] } = description;
  return {
    references: references.map(([kind, path]) => ({ kind, family, path: split(path) })),
    dates: dates.map(split),
    decidedDates: decidedDates.map(split),
    spans: spans.map(([object, start, end]) => [split(object), start, end]),
    otherDayForm,
    dateWords,
    values: values.map(([list, path]) => ({ list, path: split(path) })),
    requiredPaths: requiredPaths.map(split),
  };
}

const period = [["dates", "startdate", "enddate"]] as const;
const days = ["dates.startdate", "dates.enddate"];

/** The settings of a `pa` unit; templates have them too, and templated components below `componentData`. */
function paSettings(under: string, more: Named<ReferenceKind> = []): DocumentFields {
  const prefixPaths = <Name>(fields: Named<Name>) => fields.map(([name, path]) => [name, under + path] as const);
  return fields("pa", {
    references: [
      ...more,
      ...prefixPaths<ReferenceKind>([
        ["account", "accounts.*.id"],
        ["benchmark", "benchmarks.*.id"],
        ["column", "columns.*.id"],
        ["statistic", "columns.*.statistics.*"],
        ["group", "groups.*.id"],
        ["pricing source", "datasources.portfoliopricingsources.*.id"],
        ["pricing source", "datasources.benchmarkpricingsources.*.id"],
        ["grouping frequency", "groups.*.frequency"],
        ["frequency", "dates.frequency"],
        ["calendar", "dates.calendar"],
        ["currency", "currencyisocode"],
      ]),
    ],
    spans: [[`${under}dates`, "startdate", "enddate"]],
    values: prefixPaths<ValueListName>([
      ["holdings mode", "accounts.*.holdingsmode"],
      ["holdings mode", "benchmarks.*.holdingsmode"],
      ["component detail", "componentdetail"],
      ["currency", "currencyisocode"],
      ["frequency", "dates.frequency"],
      ["calendar", "dates.calendar"],
    ]),
    requiredPaths: [
      "accounts",
      "accounts.*.id",
      "benchmarks",
      "benchmarks.*.id",
      ...days,
      "dates.frequency",
      "currencyisocode",
    ].map((path) => under + path),
  });
}

function optimizer(id: OptimizerId): DocumentFields {
  return fields(id, {
    references: [
      ["strategy", "strategy.id"],
      ["account", "account.id"],
      ["account", "account.overrides.portfolio"],
      ["benchmark", "account.overrides.benchmark"],
      ["currency", "account.overrides.currency"],
    ],
    dates: ["optimization.riskModelDate", "optimization.backtestDate", "outputTypes.account.archiveDate"],
    decidedDates: ["optimization.riskModelDate", "optimization.backtestDate"],
    otherDayForm: "MM/DD/YYYY",
    values: [["currency", "account.overrides.currency"]],
    requiredPaths: ["strategy.id", "account.id", "account.overrides.currency"],
  });
}

const optimizers = familyRecord(optimizerIds, optimizer);
const linkedTemplate = fields("pa", { references: [["component", "parentComponentId"]] });
const templatedComponent = paSettings("componentData.", [["template", "parentTemplateId"]]);

/** The fields of every kind of parameter file. */
export const documentFields: Readonly<Record<DocumentKind, DocumentFields>> = {
  ...optimizers,
  fpo: {
    ...optimizers.fpo,
    references: [
      ...optimizers.fpo.references,
      { kind: "document", family: "pa", path: split("account.paDocument.id") },
    ],
    requiredPaths: [...optimizers.fpo.requiredPaths, split("account.paDocument.id")],
  },
  pa: paSettings("", [["component", "componentid"]]),
  spar: fields("spar", {
    references: [
      ["component", "componentid"],
      ["account", "accounts.*.id"],
      ["benchmark", "benchmark.id"],
      ["frequency", "dates.frequency"],
      ["currency", "currencyisocode"],
    ],
    spans: period,
    values: [
      ["currency", "currencyisocode"],
      ["frequency", "dates.frequency"],
    ],
    requiredPaths: ["accounts", "accounts.*.id", "benchmark.id", ...days, "dates.frequency", "currencyisocode"],
  }),
  vault: fields("vault", {
    references: [
      ["component", "componentid"],
      ["account", "account.id"],
      ["configuration", "configid"],
      ["frequency", "dates.frequency"],
    ],
    spans: period,
    // The first and the last day that the repository of the configuration holds.
    dateWords: ["FIRST_REPOSITORY", "LAST_REPOSITORY"],
    values: [
      ["component detail", "componentdetail"],
      ["frequency", "dates.frequency"],
    ],
    requiredPaths: ["account.id", "configid", ...days, "dates.frequency"],
  }),
  pub: fields("pub", {
    references: [
      ["document", "document"],
      ["account", "account.id"],
    ],
    spans: period,
    values: [["holdings mode of a report", "account.holdingsmode"]],
    requiredPaths: ["document", "account.id", ...days],
  }),
  quant: fields("quant", {
    dates: ["dates.dates.*"],
    spans: [["dates", "startDate", "endDate"]],
    otherDayForm: "YYYY-MM-DD",
    values: [["calendar", "dates.calendar"]],
    requiredPaths: [
      "universe.identifiers",
      "universe.identifiers.*",
      "formulas",
      "dates.startDate",
      "dates.endDate",
      "dates.dates.*",
      "dates.frequency",
      "dates.calendar",
    ],
  }),
  fi: fields("fi", {
    references: [["discount curve", "securities.*.discountCurve"]],
    dates: [
      "jobSettings.asOfDate",
      "jobSettings.settlement",
      "securities.*.settlement",
      "securities.*.referenceSecurity.settlement",
    ],
    spans: [["jobSettings.attribution", "startDate", "endDate"]],
    otherDayForm: "MM/DD/YYYY",
    requiredPaths: ["jobSettings.asOfDate", "securities", "securities.*.symbol", "calculations"],
  }),
  fiab: fields("fiab", {
    references: [
      ["account", "account.id"],
      ["document", "fiabdocument"],
    ],
    spans: period,
    requiredPaths: ["account.id", ...days],
  }),
  linkedTemplate,
  linkedTemplateUpdate: linkedTemplate,
  unlinkedTemplate: paSettings("", [["template type", "templateTypeId"]]),
  unlinkedTemplateUpdate: paSettings(""),
  templatedComponent,
  templatedComponentUpdate: templatedComponent,
};
