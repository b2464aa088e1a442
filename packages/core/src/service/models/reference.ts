import type * as z from "zod";
import { anyCaseAnswer } from "../../families/respell.ts";
import { looseFlag, looseList, looseMap, looseText, type ModelTypes, mapRoot, model, root, texts } from "./loose.ts";
import { identifiers, settingsDates } from "./pa-settings.ts";

// Reference data of the engines: what ids stand for.

const columnShape = { name: looseText, directory: looseText, category: looseText };
const column = model({ defaultstatisticsids: texts, ...columnShape });
export interface Column extends z.output<typeof column> {}

const columnSummary = model(columnShape);
export interface ColumnSummary extends z.output<typeof columnSummary> {}

const columnStatistic = model({ name: looseText });
export interface ColumnStatistic extends z.output<typeof columnStatistic> {}

const calendar = model({ name: looseText });
export interface PACalendar extends z.output<typeof calendar> {}

const peerUniverse = model({
  categoryname: looseText,
  categoryid: looseText,
  universename: looseText,
  universeid: looseText,
});
export interface SPARPeerUniverse extends z.output<typeof peerUniverse> {}
const peerUniverses = model({ peerUniverseList: looseList<SPARPeerUniverse>(peerUniverse) });
export interface SPARPeerUniverseList extends z.output<typeof peerUniverses> {}

const group = model({ name: looseText, directory: looseText, category: looseText });
export interface Group extends z.output<typeof group> {}

const pricingSource = model({ name: looseText, directory: looseText, category: looseText });
export interface PAPricingSource extends z.output<typeof pricingSource> {}

const componentSummary = model({ name: looseText, category: looseText });
export interface ComponentSummary extends z.output<typeof componentSummary> {}

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

const returnType = model({ name: looseText, id: looseText });
export interface ReturnType extends z.output<typeof returnType> {}
const sparAccounts = model({ returnsType: looseList<ReturnType>(returnType) });
export interface SPARAccounts extends z.output<typeof sparAccounts> {}

const sparBenchmark = model({
  id: looseText,
  name: looseText,
  identifiers: looseList<SPARIdentifierRead>(sparIdentifier),
});
export interface SPARBenchmark extends z.output<typeof sparBenchmark> {}

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

const configurationSummary = model({ name: looseText });
export interface VaultConfigurationSummary extends z.output<typeof configurationSummary> {}

export const referenceModels = {
  ColumnRoot: anyCaseAnswer(root<Column>(column)),
  ColumnSummaryRoot: anyCaseAnswer(mapRoot<ColumnSummary>(columnSummary)),
  ColumnStatisticRoot: anyCaseAnswer(mapRoot<ColumnStatistic>(columnStatistic)),
  PACalendarRoot: anyCaseAnswer(mapRoot<PACalendar>(calendar)),
  SPARPeerUniverseRoot: anyCaseAnswer(root<SPARPeerUniverseList>(peerUniverses)),
  GroupRoot: anyCaseAnswer(mapRoot<Group>(group)),
  PAPricingSourceRoot: anyCaseAnswer(mapRoot<PAPricingSource>(pricingSource)),
  ComponentSummaryRoot: anyCaseAnswer(mapRoot<ComponentSummary>(componentSummary)),
  PAComponentRoot: anyCaseAnswer(root<PAComponent>(paComponent)),
  SPARComponentRoot: anyCaseAnswer(root<SPARComponent>(sparComponent)),
  SPARAccountsRoot: anyCaseAnswer(root<SPARAccounts>(sparAccounts)),
  SPARBenchmarkRoot: anyCaseAnswer(root<SPARBenchmark>(sparBenchmark)),
  VaultComponentRoot: anyCaseAnswer(root<VaultComponent>(vaultComponent)),
  VaultConfigurationRoot: anyCaseAnswer(root<VaultConfiguration>(vaultConfiguration)),
  VaultConfigurationSummaryRoot: anyCaseAnswer(mapRoot<VaultConfigurationSummary>(configurationSummary)),
};
export type ReferenceModels = ModelTypes<typeof referenceModels>;
