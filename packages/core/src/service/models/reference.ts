import type * as z from "zod";
import { anyCaseAnswer } from "../../families/respell.ts";
import { flag, list, map, model, root, text, texts } from "./loose.ts";
import { dates, identifiers } from "./pa-settings.ts";

// Reference data of the engines: what ids stand for.

const columnShape = { name: text, directory: text, category: text };
const column = model({ defaultstatisticsids: texts, ...columnShape });
export interface Column extends z.output<typeof column> {}
const columnRoot = root<Column>(column);
export interface ColumnRoot extends z.output<typeof columnRoot> {}

const columnSummary = model(columnShape);
export interface ColumnSummary extends z.output<typeof columnSummary> {}
const columnSummaryRoot = root<Record<string, ColumnSummary>>(map<ColumnSummary>(columnSummary));
export interface ColumnSummaryRoot extends z.output<typeof columnSummaryRoot> {}

const columnStatistic = model({ name: text });
export interface ColumnStatistic extends z.output<typeof columnStatistic> {}
const columnStatisticRoot = root<Record<string, ColumnStatistic>>(map<ColumnStatistic>(columnStatistic));
export interface ColumnStatisticRoot extends z.output<typeof columnStatisticRoot> {}

const calendar = model({ name: text });
export interface PACalendar extends z.output<typeof calendar> {}
const calendarRoot = root<Record<string, PACalendar>>(map<PACalendar>(calendar));
export interface PACalendarRoot extends z.output<typeof calendarRoot> {}

const peerUniverse = model({ categoryname: text, categoryid: text, universename: text, universeid: text });
export interface SPARPeerUniverse extends z.output<typeof peerUniverse> {}
const peerUniverses = model({ peerUniverseList: list<SPARPeerUniverse>(peerUniverse) });
export interface SPARPeerUniverseList extends z.output<typeof peerUniverses> {}
const peerUniverseRoot = root<SPARPeerUniverseList>(peerUniverses);
export interface SPARPeerUniverseRoot extends z.output<typeof peerUniverseRoot> {}

const group = model({ name: text, directory: text, category: text });
export interface Group extends z.output<typeof group> {}
const groupRoot = root<Record<string, Group>>(map<Group>(group));
export interface GroupRoot extends z.output<typeof groupRoot> {}

const pricingSource = model({ name: text, directory: text, category: text });
export interface PAPricingSource extends z.output<typeof pricingSource> {}
const pricingSourceRoot = root<Record<string, PAPricingSource>>(map<PAPricingSource>(pricingSource));
export interface PAPricingSourceRoot extends z.output<typeof pricingSourceRoot> {}

const componentSummary = model({ name: text, category: text });
export interface ComponentSummary extends z.output<typeof componentSummary> {}
const componentSummaryRoot = root<Record<string, ComponentSummary>>(map<ComponentSummary>(componentSummary));
export interface ComponentSummaryRoot extends z.output<typeof componentSummaryRoot> {}

const place = { path: text, name: text, category: text };
const paComponent = model({
  id: text,
  accounts: identifiers,
  benchmarks: identifiers,
  currencyisocode: text,
  dates,
  snapshot: flag,
  ...place,
});
export interface PAComponent extends z.output<typeof paComponent> {}
const paComponentRoot = root<PAComponent>(paComponent);
export interface PAComponentRoot extends z.output<typeof paComponentRoot> {}

const sparIdentifier = model({ id: text, returntype: text, prefix: text });
export interface SPARIdentifierRead extends z.output<typeof sparIdentifier> {}
const sparComponent = model({
  id: text,
  accounts: list<SPARIdentifierRead>(sparIdentifier),
  benchmarks: sparIdentifier.nullish(),
  currencyIsoCode: text,
  ...place,
});
export interface SPARComponent extends z.output<typeof sparComponent> {}
const sparComponentRoot = root<SPARComponent>(sparComponent);
export interface SPARComponentRoot extends z.output<typeof sparComponentRoot> {}

const returnType = model({ name: text, id: text });
export interface ReturnType extends z.output<typeof returnType> {}
const sparAccounts = model({ returnsType: list<ReturnType>(returnType) });
export interface SPARAccounts extends z.output<typeof sparAccounts> {}
const sparAccountsRoot = root<SPARAccounts>(sparAccounts);
export interface SPARAccountsRoot extends z.output<typeof sparAccountsRoot> {}

const sparBenchmark = model({ id: text, name: text, identifiers: list<SPARIdentifierRead>(sparIdentifier) });
export interface SPARBenchmark extends z.output<typeof sparBenchmark> {}
const sparBenchmarkRoot = root<SPARBenchmark>(sparBenchmark);
export interface SPARBenchmarkRoot extends z.output<typeof sparBenchmarkRoot> {}

const vaultIdentifier = model({ id: text });
export interface VaultIdentifierRead extends z.output<typeof vaultIdentifier> {}
const vaultComponent = model({
  id: text,
  account: vaultIdentifier.nullish(),
  benchmark: vaultIdentifier.nullish(),
  currencyisocode: text,
  dates,
  snapshot: flag,
  ...place,
});
export interface VaultComponent extends z.output<typeof vaultComponent> {}
const vaultComponentRoot = root<VaultComponent>(vaultComponent);
export interface VaultComponentRoot extends z.output<typeof vaultComponentRoot> {}

const configurationAccount = model({
  benchmarkCode: text,
  benchmarkName: text,
  maxEndDate: text,
  minStartDate: text,
  lockingDate: text,
  name: text,
  firstSnapshotDate: text,
  lastSnapshotDate: text,
  portfolioSnapshotLockingDate: text,
  snapshotBenchmarkCode: text,
  snapshotBenchmarkName: text,
});
/** Those of snapshots come from newer deployments only. */
export interface ConfigurationAccount extends z.output<typeof configurationAccount> {}
const vaultConfiguration = model({ name: text, accounts: map<ConfigurationAccount>(configurationAccount).nullish() });
export interface VaultConfiguration extends z.output<typeof vaultConfiguration> {}
const vaultConfigurationRoot = root<VaultConfiguration>(vaultConfiguration);
export interface VaultConfigurationRoot extends z.output<typeof vaultConfigurationRoot> {}

const configurationSummary = model({ name: text });
export interface VaultConfigurationSummary extends z.output<typeof configurationSummary> {}
const configurationSummaryRoot = root<Record<string, VaultConfigurationSummary>>(
  map<VaultConfigurationSummary>(configurationSummary),
);
export interface VaultConfigurationSummaryRoot extends z.output<typeof configurationSummaryRoot> {}

export const referenceModels = {
  ColumnRoot: anyCaseAnswer<ColumnRoot>(columnRoot),
  ColumnSummaryRoot: anyCaseAnswer<ColumnSummaryRoot>(columnSummaryRoot),
  ColumnStatisticRoot: anyCaseAnswer<ColumnStatisticRoot>(columnStatisticRoot),
  PACalendarRoot: anyCaseAnswer<PACalendarRoot>(calendarRoot),
  SPARPeerUniverseRoot: anyCaseAnswer<SPARPeerUniverseRoot>(peerUniverseRoot),
  GroupRoot: anyCaseAnswer<GroupRoot>(groupRoot),
  PAPricingSourceRoot: anyCaseAnswer<PAPricingSourceRoot>(pricingSourceRoot),
  ComponentSummaryRoot: anyCaseAnswer<ComponentSummaryRoot>(componentSummaryRoot),
  PAComponentRoot: anyCaseAnswer<PAComponentRoot>(paComponentRoot),
  SPARComponentRoot: anyCaseAnswer<SPARComponentRoot>(sparComponentRoot),
  SPARAccountsRoot: anyCaseAnswer<SPARAccountsRoot>(sparAccountsRoot),
  SPARBenchmarkRoot: anyCaseAnswer<SPARBenchmarkRoot>(sparBenchmarkRoot),
  VaultComponentRoot: anyCaseAnswer<VaultComponentRoot>(vaultComponentRoot),
  VaultConfigurationRoot: anyCaseAnswer<VaultConfigurationRoot>(vaultConfigurationRoot),
  VaultConfigurationSummaryRoot: anyCaseAnswer<VaultConfigurationSummaryRoot>(configurationSummaryRoot),
};
export interface ReferenceModels {
  ColumnRoot: ColumnRoot;
  ColumnSummaryRoot: ColumnSummaryRoot;
  ColumnStatisticRoot: ColumnStatisticRoot;
  PACalendarRoot: PACalendarRoot;
  SPARPeerUniverseRoot: SPARPeerUniverseRoot;
  GroupRoot: GroupRoot;
  PAPricingSourceRoot: PAPricingSourceRoot;
  ComponentSummaryRoot: ComponentSummaryRoot;
  PAComponentRoot: PAComponentRoot;
  SPARComponentRoot: SPARComponentRoot;
  SPARAccountsRoot: SPARAccountsRoot;
  SPARBenchmarkRoot: SPARBenchmarkRoot;
  VaultComponentRoot: VaultComponentRoot;
  VaultConfigurationRoot: VaultConfigurationRoot;
  VaultConfigurationSummaryRoot: VaultConfigurationSummaryRoot;
}
