// Written by write-shapes.ts from the families' schemas: do not edit.

/** The type of a whole document of each kind. */
export const roots = {
  pa: "paRoot",
  spar: "sparRoot",
  vault: "vaultRoot",
  pub: "pubRoot",
  quant: "quantRoot",
  fi: "fiRoot",
  fiab: "fiabRoot",
  afi: "afiRoot",
  axp: "axpRoot",
  bpm: "bpmRoot",
  fpo: "fpoRoot",
  npo: "npoRoot",
  linkedTemplate: "linkedTemplateRoot",
  linkedTemplateUpdate: "linkedTemplateUpdateRoot",
  templatedComponent: "templatedComponentRoot",
  templatedComponentUpdate: "templatedComponentUpdateRoot",
  unlinkedTemplate: "unlinkedTemplateRoot",
  unlinkedTemplateUpdate: "unlinkedTemplateUpdateRoot",
};

/**
 * The objects, as `MODEL: NAME TYPE; ...`: the property `NAME` is required, `NAME?` is not. `shape.ts` reads them, and the notation of the
 * types.
 */
export const MODELS = `
PAIdentifier: id string; holdingsmode? string?;
PADateParameters: startdate? string?; enddate? string?; frequency? string?; calendar? string?;
PACalculationGroup: id? string?; frequency? string?;
PACalculationColumn: id? string?; statistics? string[]?;
PACalculationPricingSource: id? string?;
PACalculationDataSources: portfoliopricingsources? PACalculationPricingSource[]?; benchmarkpricingsources? PACalculationPricingSource[]?;
  useportfoliopricingsourcesforbenchmark? boolean?;
PACalculationParameters: componentid string; accounts? PAIdentifier[]?; benchmarks? PAIdentifier[]?; dates? PADateParameters?;
  groups? PACalculationGroup[]?; columns? PACalculationColumn[]?; datasources? PACalculationDataSources?; currencyisocode? string?;
  componentdetail? string?;
CalculationMeta: contentorganization? 'None'|'Row'|'Column'|'SimplifiedRow'?; stachContentOrganization? 'None'|'Row'|'Column'|'SimplifiedRow'?;
  contenttype? 'Json'|'Binary'?; format? 'JsonStach'|'Table'|'Tableau'|'BinaryStach'|'Bison'|'Binary'|'Pdf'|'Pptx'|'Feather'?;
paRoot: data? map<PACalculationParameters>?; meta? CalculationMeta?;
SPARIdentifier: id string; returntype? string?; prefix? string?;
SPARDateParameters: startdate string; enddate string; frequency string; useeachportfolioinception? boolean?;
SPARCalculationParameters: componentid string; accounts? SPARIdentifier[]?; benchmark? SPARIdentifier?; dates? SPARDateParameters?;
  currencyisocode? string?; universeid? string?;
sparRoot: data? map<SPARCalculationParameters>?; meta? CalculationMeta?;
VaultIdentifier: id string;
VaultDateParameters: startdate? string?; enddate string; frequency string;
VaultCalculationParameters: componentid string; account VaultIdentifier; dates? VaultDateParameters?; configid string; componentdetail? string?;
vaultRoot: data? map<VaultCalculationParameters>?; meta? CalculationMeta?;
PubIdentifier: id string; holdingsmode? string?;
PubDateParameters: startdate? string?; enddate string;
PubCalculationParameters: document string; account PubIdentifier; dates PubDateParameters;
pubRoot: data? map<PubCalculationParameters>?; meta? object?;
QuantUniversalScreenUniverse: source 'UniversalScreenUniverse'; screen string;
QuantScreeningExpressionUniverse: source 'ScreeningExpressionUniverse'; universeExpr string; universeType 'Equity'|'Debt'; securityExpr? string?;
QuantIdentifierUniverse: source 'IdentifierUniverse'; universeType 'Equity'|'Debt'; identifiers string[];
QuantFdsDate: source 'FdsDate'; frequency string; calendar string; overrideUniversalScreenCalendar? boolean?; startDate string; endDate string;
QuantDateList: source 'DateList'; frequency string; calendar string; overrideUniversalScreenCalendar? boolean?; dates? string[]?;
QuantScreeningExpression: source 'ScreeningExpression'; expr string; name string; dateOffset? string?;
QuantFqlExpression: source 'FqlExpression'; expr string; name string; dateOffset? string?; isArrayReturnType? boolean?;
QuantUniversalScreenParameter: source 'UniversalScreenParameter'; referenceName string; name string;
QuantAllUniversalScreenParameters: source 'AllUniversalScreenParameters';
QuantCalculationParameters: universe? OneOfQuantUniverse?; dates? OneOfQuantDates?; formulas? OneOfQuantFormulas[]?; jobDescription? string?;
QuantCalculationMeta: allowArrayData? boolean?; contentorganization? 'None'|'Row'|'Column'|'SimplifiedRow'?;
  stachContentOrganization? 'None'|'Row'|'Column'|'SimplifiedRow'?; contenttype? 'Json'|'Binary'?;
  format? 'JsonStach'|'Table'|'Tableau'|'BinaryStach'|'Bison'|'Binary'|'Pdf'|'Pptx'|'Feather'?;
quantRoot: data? map<QuantCalculationParameters>?; meta? QuantCalculationMeta?;
FIReferencePrepay: prepayName? string?;
FIReferenceSecurity: securityType? string?; securityName? string?; calcFromMethod? string?; calcFromValue? number?; prepay? FIReferencePrepay?;
  settlement? string?;
FIBankLoans: ignoreSinkingFund? boolean?;
FIMunicipalBonds: ignoreSinkingFund? boolean?; useAnticipatedSinkSchedule? boolean?;
FILoss: lossName? string?;
FIPrepay: prepayName? string?;
FIServicerAdvancesForSecurities: principal? number?; interest? number?;
  advanceType? 'Advances All'|'Advances All But Newly Liqdtd'|'Does Not Advance'|'Principal Only'|'Interest Only'?;
FIPrepayLockout: pointsAbove? 'ANY'|'NO_LOCKOUT'|'NUMERIC'?; ymAbove? 'ANY'|'NO_LOCKOUT'|'NUMERIC'?;
FICashflows: optionalRedemptionCallWhenUnits? 'Manual'|'Never'|'ASAP'|'Date'|'Deal Closing'|'Settle Date'?; optionalRedemptionCallWhen? integer?;
  recoveryLag? integer?;
FIBalloonExtension: months? integer?; percentage? number?; amortizationType? 'Loan_Amort_None'|'Loan_Amort_Regular'|'Loan_Amort_Default'?;
  units? string?; couponStepup? number?;
FIStructuredProductsForSecurities: servicerAdvances? FIServicerAdvancesForSecurities?; ignoreFinancialGuarantee? string?; cleanUpCallMethod? boolean?;
  doOPTRedeem? string?; prepayLockout? FIPrepayLockout?; cashflows? FICashflows?; balloonExtension? FIBalloonExtension?;
FIAttributionForSecurities: startPrice? number?; endPrice? number?; startSpread? number?; endSpread? number?;
  pricingMethod? 'Inputted Price'|'Pricing Matrix'|'Actual Spread'|'OAS'?;
FIConvertible: equityPrice? number?; equityIndexVolatility? number?; equityDividendYield? number?; volatilityCapMethodValue? number?;
  equityExchangeRate? number?; volatilityCapMethod? 'noCap'|'specifiedRate'|'multiplier'?;
FISecurity: settlement? string?; callMethod? 'No Call'|'Intrinsic Value'|'First Call'|'First Par'?; referenceSecurity? FIReferenceSecurity?;
  bankLoans? FIBankLoans?; municipalBonds? FIMunicipalBonds?; loss? FILoss?; prepay? FIPrepay?; matrixSpreadAdjustment? number?;
  matrixMultiplier? number?; structuredProducts? FIStructuredProductsForSecurities?; attribution? FIAttributionForSecurities?;
  convertible? FIConvertible?; calcFromMethod? string?; calcFromValue number; face? number?; faceType? 'Current'|'Original'?; symbol string;
  discountCurve? string?;
FIMunicipalBondsForJobSettings: allowSinkForInstallmentPayment? boolean?; ignoreSinkingFund? boolean?; useAnticipatedSinkSchedule? boolean?;
FIMarketEnvironment: ratePath? 'FLAT'|'FORWARD'|'FLAT & FORWARD'?;
FIServicerAdvances: advanceType? 'Advances All'|'Advances All But Newly Liqdtd'|'Does Not Advance'|'Principal Only'|'Interest Only'?;
FIStructuredProductsForJobSettings: servicerAdvances? FIServicerAdvances?; ignoreFinancialGuarantee? string?; cleanUpCallMethod? boolean?;
  doOPTRedeem? string?; prepayLockout? FIPrepayLockout?; cashflows? FICashflows?; balloonExtension? FIBalloonExtension?;
FIAttributionForJobSettings: startDate? string?; endDate? string?;
FIJobSettings: asOfDate string; partialDurationMonths? integer[]?; callMethod? 'No Call'|'Intrinsic Value'|'First Call'|'First Par'?;
  settlement? string?; calcFromMethod? string?; bankLoans? FIBankLoans?; municipalBonds? FIMunicipalBondsForJobSettings?;
  marketEnvironment? FIMarketEnvironment?; structuredProducts? FIStructuredProductsForJobSettings?; attribution? FIAttributionForJobSettings?;
FICalculationParameters: securities FISecurity[]; calculations string[]; jobSettings FIJobSettings;
fiRoot: data? FICalculationParameters?; meta? CalculationMeta?;
FIABIdentifier: id string;
FIABDateParameters: startdate string; enddate string;
fiabRoot: fiabdocument? string?; account FIABIdentifier; dates FIABDateParameters; msl? string?; fisettingsdocument? string?;
AFIOptimizerStrategyOverrides: objective? string?; tax? string?; constraints? map<'Disable'|'Enable'>?; alpha? string?; transactionCost? string?;
AFIOptimizerStrategy: overrides? AFIOptimizerStrategyOverrides?; id string;
OptimizerAccountOverrides: portfolio? string?; benchmark? string?; riskModelId? string?; currency? string?;
OptimizerAccount: id? string?; overrides? OptimizerAccountOverrides?;
Optimization: riskModelDate? string?; backtestDate? string?; cashflow? string?;
OptimizerTradesList: identifierType? 'Asset'|'Cusip'|'Isin'|'RiskModel'|'SedolChk'|'Sedol'|'SymbologyCusip'|'Ticker'|'TickerRegion'|'User'?;
  includeCash? boolean?;
OptimizerOptimalHoldings: identifierType? 'Asset'|'Cusip'|'Isin'|'RiskModel'|'SedolChk'|'Sedol'|'SymbologyCusip'|'Ticker'|'TickerRegion'|'User'?;
  includeCash? boolean?; excludeZero? boolean?;
OptimalPortfolio: acctName? string?; excludeZero? boolean?; archiveDate? string?; ifAcctExists? 'abort'|'overwrite'|'appendDate'?;
  ifOfdbDateExists? 'abort'|'replaceDate'|'appendSecurities'?;
OptimizerStats:
OptimizerOutputTypes: trades? OptimizerTradesList?; optimal? OptimizerOptimalHoldings?; account? OptimalPortfolio?; stats? OptimizerStats?;
AFIOptimizationParameters: strategy AFIOptimizerStrategy; account? OptimizerAccount?; optimization? Optimization?; outputTypes OptimizerOutputTypes;
afiRoot: data? AFIOptimizationParameters?; meta? object?;
AxiomaEquityOptimizerStrategyOverrides: objective? string?; tax? string?; constraints? map<'Disable'|'Enable'>?; alpha? string?;
  transactionCost? string?;
AxiomaEquityOptimizerStrategy: overrides? AxiomaEquityOptimizerStrategyOverrides?; id string;
AxiomaEquityOptimizationParameters: strategy AxiomaEquityOptimizerStrategy; account? OptimizerAccount?; optimization? Optimization?;
  outputTypes OptimizerOutputTypes;
axpRoot: data? AxiomaEquityOptimizationParameters?; meta? object?;
ConstraintAction: item1? string?; item2? 'Disable'|'Enable'?;
BPMOptimizerStrategyAlphaOverride: formula? string?; returnType? 'Excess'|'Total'|'Active'|'Residual'|'Exceptional'?; returnMultiplier? string?;
BPMOptimizerStrategyOverrides: constraints? ConstraintAction[]?; alpha? BPMOptimizerStrategyAlphaOverride?; tax? string?; transactionCost? string?;
BPMOptimizerStrategy: overrides? BPMOptimizerStrategyOverrides?; id string;
BPMOptimization: market? string?; investAllCash? boolean?; riskModelDate? string?; backtestDate? string?; cashflow? string?;
BPMOptimizationParameters: strategy BPMOptimizerStrategy; optimization? BPMOptimization?; account? OptimizerAccount?;
  outputTypes OptimizerOutputTypes;
bpmRoot: data? BPMOptimizationParameters?; meta? object?;
PaDoc: id string;
FPOAccount: paDocument PaDoc; id? string?; overrides? OptimizerAccountOverrides?;
FPOObjective: active? string?; terms? map<'Disable'|'Enable'>?;
FPOOptimizerStrategyOverrides: objective? string|FPOObjective?; constraints? map<'Disable'|'Enable'>?; alpha? string?; tax? string?;
  transactionCost? string?;
FPOOptimizerStrategy: overrides? FPOOptimizerStrategyOverrides?; id string;
FPOOptimizationParameters: account? FPOAccount?; strategy FPOOptimizerStrategy; optimization? Optimization?; outputTypes OptimizerOutputTypes;
fpoRoot: data? FPOOptimizationParameters?; meta? object?;
NPOOptimizerStrategyOverrides: objective? map<object>?; constraints? ConstraintAction[]?; tax? string?; transactionCost? string?; alpha? string?;
NPOOptimizerStrategy: overrides? NPOOptimizerStrategyOverrides?; id string;
NPOOptimizationParameters: strategy NPOOptimizerStrategy; account? OptimizerAccount?; optimization? Optimization?; outputTypes OptimizerOutputTypes;
npoRoot: data? NPOOptimizationParameters?; meta? object?;
TemplateContentTypes: mandatory? string[]?; optional? string[]?; locked? string[]?;
LinkedPATemplateParameters: directory string; parentComponentId string; description? string?; content? TemplateContentTypes?;
linkedTemplateRoot: data LinkedPATemplateParameters?; meta? object?;
LinkedPATemplateUpdateParameters: parentComponentId? string?; description? string?; content? TemplateContentTypes?;
linkedTemplateUpdateRoot: data LinkedPATemplateUpdateParameters?; meta? object?;
PAComponentData: accounts? PAIdentifier[]?; benchmarks? PAIdentifier[]?; dates? PADateParameters?; groups? PACalculationGroup[]?;
  columns? PACalculationColumn[]?; datasources? PACalculationDataSources?; currencyisocode? string?; componentdetail? string?;
TemplatedPAComponentParameters: directory string; parentTemplateId string; description? string?; componentData? PAComponentData?;
templatedComponentRoot: data TemplatedPAComponentParameters?; meta? object?;
TemplatedPAComponentUpdateParameters: parentTemplateId? string?; description? string?; componentData? PAComponentData?;
templatedComponentUpdateRoot: data TemplatedPAComponentUpdateParameters?; meta? object?;
UnlinkedPATemplateParameters: directory string; templateTypeId string; description? string?; accounts? PAIdentifier[]?; benchmarks? PAIdentifier[]?;
  dates? PADateParameters?; groups? PACalculationGroup[]?; columns? PACalculationColumn[]?; datasources? PACalculationDataSources?;
  currencyisocode? string?; componentdetail? string?; content? TemplateContentTypes?;
unlinkedTemplateRoot: data UnlinkedPATemplateParameters?; meta? object?;
UnlinkedPATemplateUpdateParameters: description? string?; accounts? PAIdentifier[]?; benchmarks? PAIdentifier[]?; dates? PADateParameters?;
  groups? PACalculationGroup[]?; columns? PACalculationColumn[]?; datasources? PACalculationDataSources?; currencyisocode? string?;
  componentdetail? string?; content? TemplateContentTypes?;
unlinkedTemplateUpdateRoot: data UnlinkedPATemplateUpdateParameters?; meta? object?;
`;

/** The objects that have several forms, and the property that says which form it is. */
export const variants: Readonly<Record<string, { readonly by: string; readonly of: readonly string[] }>> = {
  OneOfQuantUniverse: {
    by: "source",
    of: ["QuantUniversalScreenUniverse", "QuantScreeningExpressionUniverse", "QuantIdentifierUniverse"],
  },
  OneOfQuantDates: { by: "source", of: ["QuantFdsDate", "QuantDateList"] },
  OneOfQuantFormulas: {
    by: "source",
    of: [
      "QuantScreeningExpression",
      "QuantFqlExpression",
      "QuantUniversalScreenParameter",
      "QuantAllUniversalScreenParameters",
    ],
  },
};
