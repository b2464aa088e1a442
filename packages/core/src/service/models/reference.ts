import type * as z from "zod";
import {
  categorizedModel,
  looseFlag,
  looseList,
  looseMap,
  looseText,
  type ModelTypes,
  mapRoot,
  model,
  namedModel,
  placedModel,
  root,
  texts,
} from "./loose.ts";
import { identifiers, settingsDates } from "./pa-settings.ts";

// Reference data of the engines: the meaning of ids.

const column = model({ defaultstatisticsids: texts, name: looseText, directory: looseText, category: looseText });
export interface Column extends z.output<typeof column> {}

export interface ColumnSummary extends z.output<typeof placedModel> {}
export interface ColumnStatistic extends z.output<typeof namedModel> {}
export interface PACalendar extends z.output<typeof namedModel> {}

const peerUniverse = model({
  categoryname: looseText,
  categoryid: looseText,
  universename: looseText,
  universeid: looseText,
});
export interface SPARPeerUniverse extends z.output<typeof peerUniverse> {}
const peerUniverses = model({ peerUniverseList: looseList<SPARPeerUniverse>(peerUniverse) });
export interface SPARPeerUniverseList extends z.output<typeof peerUniverses> {}

export interface Group extends z.output<typeof placedModel> {}
export interface PAPricingSource extends z.output<typeof placedModel> {}
export interface ComponentSummary extends z.output<typeof categorizedModel> {}

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
/** Only newer deployments send the properties of snapshots. */
export interface ConfigurationAccount extends z.output<typeof configurationAccount> {}
const vaultConfiguration = model({
  name: looseText,
  accounts: looseMap<ConfigurationAccount>(configurationAccount).nullish(),
});
export interface VaultConfiguration extends z.output<typeof vaultConfiguration> {}

export interface VaultConfigurationSummary extends z.output<typeof namedModel> {}

export const referenceModels = {
  ColumnRoot: root<Column>(column),
  ColumnSummaryRoot: mapRoot<ColumnSummary>(placedModel),
  ColumnStatisticRoot: mapRoot<ColumnStatistic>(namedModel),
  PACalendarRoot: mapRoot<PACalendar>(namedModel),
  SPARPeerUniverseRoot: root<SPARPeerUniverseList>(peerUniverses),
  GroupRoot: mapRoot<Group>(placedModel),
  PAPricingSourceRoot: mapRoot<PAPricingSource>(placedModel),
  ComponentSummaryRoot: mapRoot<ComponentSummary>(categorizedModel),
  PAComponentRoot: root<PAComponent>(paComponent),
  SPARComponentRoot: root<SPARComponent>(sparComponent),
  SPARAccountsRoot: root<SPARAccounts>(sparAccounts),
  SPARBenchmarkRoot: root<SPARBenchmark>(sparBenchmark),
  VaultComponentRoot: root<VaultComponent>(vaultComponent),
  VaultConfigurationRoot: root<VaultConfiguration>(vaultConfiguration),
  VaultConfigurationSummaryRoot: mapRoot<VaultConfigurationSummary>(namedModel),
};
export type ReferenceModels = ModelTypes<typeof referenceModels>;
