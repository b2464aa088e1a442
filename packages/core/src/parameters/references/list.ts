import { toPointer } from "../../json/pointer.ts";
import { property } from "../../json/value.ts";
import { forEachField, type Pattern, pattern, payloads } from "../fields.ts";
import type { Range } from "../issue.ts";
import type { ParameterFile } from "../read.ts";
import type { DocumentKind } from "../shapes/shape.ts";

/** What a parameter file can name of the service's. */
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

/** Something of the service's that a file names, and where. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** The engine whose it is: components, documents and strategies are the family's own. */
  readonly engine: string;
  /** The id or path, as the file has it. */
  readonly id: string;
  /** The account by which a configuration is looked up. */
  readonly account?: string;
  /** JSON pointer into the request. */
  readonly pointer: string;
  readonly range: Range | undefined;
}

interface ReferenceField {
  readonly kind: ReferenceKind;
  readonly way: Pattern;
  /** Where it is not the family's own. */
  readonly engine?: string;
}

const field = (kind: ReferenceKind, way: string, engine?: string): ReferenceField =>
  engine === undefined ? { kind, way: pattern(way) } : { kind, way: pattern(way), engine };

const paSettings = (under: string): ReferenceField[] => [
  field("account", `${under}accounts.*.id`, "pa"),
  field("benchmark", `${under}benchmarks.*.id`, "pa"),
  field("column", `${under}columns.*.id`, "pa"),
  field("statistic", `${under}columns.*.statistics.*`, "pa"),
  field("group", `${under}groups.*.id`, "pa"),
  field("pricing source", `${under}datasources.portfoliopricingsources.*.id`, "pa"),
  field("pricing source", `${under}datasources.benchmarkpricingsources.*.id`, "pa"),
  field("grouping frequency", `${under}groups.*.frequency`, "pa"),
  field("frequency", `${under}dates.frequency`, "pa"),
  field("calendar", `${under}dates.calendar`, "pa"),
  field("currency", `${under}currencyisocode`, "pa"),
];
const optimizer = [
  field("strategy", "strategy.id"),
  field("account", "account.id"),
  field("account", "account.overrides.portfolio"),
  field("benchmark", "account.overrides.benchmark"),
  field("currency", "account.overrides.currency"),
];
const linkedTemplate = [field("component", "parentComponentId", "pa")];
const templatedComponent = [field("template", "parentTemplateId", "pa"), ...paSettings("componentData.")];

const referenceFields: Readonly<Record<DocumentKind, readonly ReferenceField[]>> = {
  pa: [field("component", "componentid"), ...paSettings("")],
  spar: [
    field("component", "componentid"),
    field("account", "accounts.*.id"),
    field("benchmark", "benchmark.id"),
    field("frequency", "dates.frequency"),
    field("currency", "currencyisocode"),
  ],
  vault: [
    field("component", "componentid"),
    field("account", "account.id"),
    field("configuration", "configid"),
    field("frequency", "dates.frequency"),
  ],
  pub: [field("document", "document"), field("account", "account.id")],
  quant: [],
  fi: [field("discount curve", "securities.*.discountCurve")],
  fiab: [field("account", "account.id"), field("document", "fiabdocument")],
  afi: optimizer,
  axp: optimizer,
  bpm: optimizer,
  fpo: [...optimizer, field("document", "account.paDocument.id", "pa")],
  npo: optimizer,
  linkedTemplate,
  linkedTemplateUpdate: linkedTemplate,
  unlinkedTemplate: [field("template type", "templateTypeId", "pa"), ...paSettings("")],
  unlinkedTemplateUpdate: paSettings(""),
  templatedComponent,
  templatedComponentUpdate: templatedComponent,
};

/** Everything of the service's that a file without errors names, in the order of the fields; none of a file with errors. */
export function listReferences(file: ParameterFile): Reference[] {
  const kind = file.family ?? file.template;
  if (!file.request || kind === undefined) return [];
  const fields = payloads(kind, file.request);
  const found: Reference[] = [];
  for (const payload of fields) {
    for (const { kind: named, way, engine = kind } of referenceFields[kind]) {
      forEachField([payload], way, (value, path) => {
        if (typeof value !== "string" || value === "") return;
        const pointer = toPointer(path);
        const reference = { kind: named, engine, id: value, pointer, range: file.rangeOf(pointer) };
        const account = named === "configuration" ? property(property(payload.value, "account"), "id") : undefined;
        found.push(typeof account === "string" ? { ...reference, account } : reference);
      });
    }
  }
  return found;
}
