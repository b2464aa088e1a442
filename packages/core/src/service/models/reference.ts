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

// The parts that components and templates of `pa` share, as the service gives them back.

const identifier = model({ id: looseText, holdingsmode: looseText });
export interface PAIdentifierRead extends z.output<typeof identifier> {}
export const identifiers = looseList<PAIdentifierRead>(identifier);

const dateParameters = model({ startdate: looseText, enddate: looseText, frequency: looseText, calendar: looseText });
export interface PADateParametersRead extends z.output<typeof dateParameters> {}

const group = model({ id: looseText, frequency: looseText });
export interface PACalculationGroupRead extends z.output<typeof group> {}

const componentColumn = model({ id: looseText, statistics: texts });
export interface PACalculationColumnRead extends z.output<typeof componentColumn> {}

const pricingSource = model({ id: looseText });
export interface PACalculationPricingSourceRead extends z.output<typeof pricingSource> {}
const pricingSources = looseList<PACalculationPricingSourceRead>(pricingSource);
const dataSources = model({
  portfoliopricingsources: pricingSources,
  benchmarkpricingsources: pricingSources,
  useportfoliopricingsourcesforbenchmark: looseFlag,
});
export interface PACalculationDataSourcesRead extends z.output<typeof dataSources> {}

export const settingsDates = dateParameters.nullish();
/** The settings of a component. */
export const settingsShape = {
  accounts: identifiers,
  benchmarks: identifiers,
  groups: looseList<PACalculationGroupRead>(group),
  columns: looseList<PACalculationColumnRead>(componentColumn),
  dates: settingsDates,
  datasources: dataSources.nullish(),
  currencyisocode: looseText,
  componentdetail: looseText,
};

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

const catalogFields = { path: looseText, name: looseText, category: looseText };
const paComponent = model({
  id: looseText,
  accounts: identifiers,
  benchmarks: identifiers,
  currencyisocode: looseText,
  dates: settingsDates,
  snapshot: looseFlag,
  ...catalogFields,
});
export interface PAComponent extends z.output<typeof paComponent> {}

const sparIdentifier = model({ id: looseText, returntype: looseText, prefix: looseText });
export interface SPARIdentifierRead extends z.output<typeof sparIdentifier> {}
const sparComponent = model({
  id: looseText,
  accounts: looseList<SPARIdentifierRead>(sparIdentifier),
  benchmarks: sparIdentifier.nullish(),
  currencyIsoCode: looseText,
  ...catalogFields,
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
  ...catalogFields,
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

const accountDirectories = model({ accounts: texts, directories: texts });
export interface AccountDirectories extends z.output<typeof accountDirectories> {}

const documentDirectories = model({ documents: texts, directories: texts });
export interface DocumentDirectories extends z.output<typeof documentDirectories> {}

export interface Currency extends z.output<typeof namedModel> {}
export interface Frequency extends z.output<typeof namedModel> {}

const dates = model({ startdate: looseText, enddate: looseText });
/** Both `YYYYMMDD`. */
export interface DateParametersSummary extends z.output<typeof dates> {}

const discountCurve = model({ category: looseText, name: looseText, currency: looseText });
export interface FIDiscountCurveInfo extends z.output<typeof discountCurve> {}

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
  AccountDirectoriesRoot: root<AccountDirectories>(accountDirectories),
  DocumentDirectoriesRoot: root<DocumentDirectories>(documentDirectories),
  CurrencyRoot: mapRoot<Currency>(namedModel),
  FrequencyRoot: mapRoot<Frequency>(namedModel),
  DateParametersSummaryRoot: root<DateParametersSummary>(dates),
  FIDiscountCurveInfoRoot: mapRoot<FIDiscountCurveInfo>(discountCurve),
};
export type ReferenceModels = ModelTypes<typeof referenceModels>;
