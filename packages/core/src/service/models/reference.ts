import type * as z from "zod";
import { anyCaseAnswer } from "../../families/respell.ts";
import { looseFlag, looseList, looseMap, looseText, type ModelTypes, mapRoot, model, root, texts } from "./loose.ts";
import { identifiers, settingsDates } from "./pa-settings.ts";

// Reference data of the engines: what ids stand for.

const columnShape = { name: looseText, directory: looseText, category: looseText };
const column = model({ defaultstatisticsids: texts, ...columnShape });
export interface Column extends z.output<typeof column> {}
const columnRoot = root<Column>(column);
export interface ColumnRoot extends z.output<typeof columnRoot> {}

const columnSummary = model(columnShape);
export interface ColumnSummary extends z.output<typeof columnSummary> {}
const columnSummaryRoot = mapRoot<ColumnSummary>(columnSummary);
export interface ColumnSummaryRoot extends z.output<typeof columnSummaryRoot> {}

const columnStatistic = model({ name: looseText });
export interface ColumnStatistic extends z.output<typeof columnStatistic> {}
const columnStatisticRoot = mapRoot<ColumnStatistic>(columnStatistic);
export interface ColumnStatisticRoot extends z.output<typeof columnStatisticRoot> {}

const calendar = model({ name: looseText });
export interface PACalendar extends z.output<typeof calendar> {}
const calendarRoot = mapRoot<PACalendar>(calendar);
export interface PACalendarRoot extends z.output<typeof calendarRoot> {}

const peerUniverse = model({
  categoryname: looseText,
  categoryid: looseText,
  universename: looseText,
  universeid: looseText,
});
export interface SPARPeerUniverse extends z.output<typeof peerUniverse> {}
const peerUniverses = model({ peerUniverseList: looseList<SPARPeerUniverse>(peerUniverse) });
export interface SPARPeerUniverseList extends z.output<typeof peerUniverses> {}
const peerUniverseRoot = root<SPARPeerUniverseList>(peerUniverses);
export interface SPARPeerUniverseRoot extends z.output<typeof peerUniverseRoot> {}

const group = model({ name: looseText, directory: looseText, category: looseText });
export interface Group extends z.output<typeof group> {}
const groupRoot = mapRoot<Group>(group);
export interface GroupRoot extends z.output<typeof groupRoot> {}

const pricingSource = model({ name: looseText, directory: looseText, category: looseText });
export interface PAPricingSource extends z.output<typeof pricingSource> {}
const pricingSourceRoot = mapRoot<PAPricingSource>(pricingSource);
export interface PAPricingSourceRoot extends z.output<typeof pricingSourceRoot> {}

const componentSummary = model({ name: looseText, category: looseText });
export interface ComponentSummary extends z.output<typeof componentSummary> {}
const componentSummaryRoot = mapRoot<ComponentSummary>(componentSummary);
export interface ComponentSummaryRoot extends z.output<typeof componentSummaryRoot> {}

const place = { path: looseText, name: looseText, category: looseText };
const paComponent = model({
  id: looseText,
  accounts: identifiers,
  benchmarks: identifiers,
  currencyisocode: looseText,
  dates: settingsDates,
  snapshot: looseFlag,
  ...place,
});
export interface PAComponent extends z.output<typeof paComponent> {}
const paComponentRoot = root<PAComponent>(paComponent);
export interface PAComponentRoot extends z.output<typeof paComponentRoot> {}

const sparIdentifier = model({ id: looseText, returntype: looseText, prefix: looseText });
export interface SPARIdentifierRead extends z.output<typeof sparIdentifier> {}
const sparComponent = model({
  id: looseText,
  accounts: looseList<SPARIdentifierRead>(sparIdentifier),
  benchmarks: sparIdentifier.nullish(),
  currencyIsoCode: looseText,
  ...place,
});
export interface SPARComponent extends z.output<typeof sparComponent> {}
const sparComponentRoot = root<SPARComponent>(sparComponent);
export interface SPARComponentRoot extends z.output<typeof sparComponentRoot> {}

const returnType = model({ name: looseText, id: looseText });
export interface ReturnType extends z.output<typeof returnType> {}
const sparAccounts = model({ returnsType: looseList<ReturnType>(returnType) });
export interface SPARAccounts extends z.output<typeof sparAccounts> {}
const sparAccountsRoot = root<SPARAccounts>(sparAccounts);
export interface SPARAccountsRoot extends z.output<typeof sparAccountsRoot> {}

const sparBenchmark = model({
  id: looseText,
  name: looseText,
  identifiers: looseList<SPARIdentifierRead>(sparIdentifier),
});
export interface SPARBenchmark extends z.output<typeof sparBenchmark> {}
const sparBenchmarkRoot = root<SPARBenchmark>(sparBenchmark);
export interface SPARBenchmarkRoot extends z.output<typeof sparBenchmarkRoot> {}

const vaultIdentifier = model({ id: looseText });
export interface VaultIdentifierRead extends z.output<typeof vaultIdentifier> {}
const vaultComponent = model({
  id: looseText,
  account: vaultIdentifier.nullish(),
  benchmark: vaultIdentifier.nullish(),
  currencyisocode: looseText,
  dates: settingsDates,
  snapshot: looseFlag,
  ...place,
});
export interface VaultComponent extends z.output<typeof vaultComponent> {}
const vaultComponentRoot = root<VaultComponent>(vaultComponent);
export interface VaultComponentRoot extends z.output<typeof vaultComponentRoot> {}

const configurationAccount = model({
  benchmarkCode: looseText,
  benchmarkName: looseText,
  maxEndDate: looseText,
  minStartDate: looseText,
  lockingDate: looseText,
  name: looseText,
  firstSnapshotDate: looseText,
  lastSnapshotDate: looseText,
  portfolioSnapshotLockingDate: looseText,
  snapshotBenchmarkCode: looseText,
  snapshotBenchmarkName: looseText,
});
/** Those of snapshots come from newer deployments only. */
export interface ConfigurationAccount extends z.output<typeof configurationAccount> {}
const vaultConfiguration = model({
  name: looseText,
  accounts: looseMap<ConfigurationAccount>(configurationAccount).nullish(),
});
export interface VaultConfiguration extends z.output<typeof vaultConfiguration> {}
const vaultConfigurationRoot = root<VaultConfiguration>(vaultConfiguration);
export interface VaultConfigurationRoot extends z.output<typeof vaultConfigurationRoot> {}

const configurationSummary = model({ name: looseText });
export interface VaultConfigurationSummary extends z.output<typeof configurationSummary> {}
const configurationSummaryRoot = mapRoot<VaultConfigurationSummary>(configurationSummary);
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
export type ReferenceModels = ModelTypes<typeof referenceModels>;
