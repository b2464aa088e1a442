import type * as z from "zod";
import { anyCaseAnswer } from "../../families/respell.ts";
import { looseText, type ModelTypes, mapRoot, model, root, texts } from "./loose.ts";

const accountDirectories = model({ accounts: texts, directories: texts });
export interface AccountDirectories extends z.output<typeof accountDirectories> {}
const accountDirectoriesRoot = root<AccountDirectories>(accountDirectories);
export interface AccountDirectoriesRoot extends z.output<typeof accountDirectoriesRoot> {}

const documentDirectories = model({ documents: texts, directories: texts });
export interface DocumentDirectories extends z.output<typeof documentDirectories> {}
const documentDirectoriesRoot = root<DocumentDirectories>(documentDirectories);
export interface DocumentDirectoriesRoot extends z.output<typeof documentDirectoriesRoot> {}

const currency = model({ name: looseText });
export interface Currency extends z.output<typeof currency> {}
const currencyRoot = mapRoot<Currency>(currency);
export interface CurrencyRoot extends z.output<typeof currencyRoot> {}

const frequency = model({ name: looseText });
export interface Frequency extends z.output<typeof frequency> {}
const frequencyRoot = mapRoot<Frequency>(frequency);
export interface FrequencyRoot extends z.output<typeof frequencyRoot> {}

const dates = model({ startdate: looseText, enddate: looseText });
/** Both `YYYYMMDD`. */
export interface DateParametersSummary extends z.output<typeof dates> {}
const datesRoot = root<DateParametersSummary>(dates);
export interface DateParametersSummaryRoot extends z.output<typeof datesRoot> {}

const discountCurve = model({ category: looseText, name: looseText, currency: looseText });
export interface FIDiscountCurveInfo extends z.output<typeof discountCurve> {}
const discountCurveRoot = mapRoot<FIDiscountCurveInfo>(discountCurve);
export interface FIDiscountCurveInfoRoot extends z.output<typeof discountCurveRoot> {}

export const lookupModels = {
  AccountDirectoriesRoot: anyCaseAnswer<AccountDirectoriesRoot>(accountDirectoriesRoot),
  DocumentDirectoriesRoot: anyCaseAnswer<DocumentDirectoriesRoot>(documentDirectoriesRoot),
  CurrencyRoot: anyCaseAnswer<CurrencyRoot>(currencyRoot),
  FrequencyRoot: anyCaseAnswer<FrequencyRoot>(frequencyRoot),
  DateParametersSummaryRoot: anyCaseAnswer<DateParametersSummaryRoot>(datesRoot),
  FIDiscountCurveInfoRoot: anyCaseAnswer<FIDiscountCurveInfoRoot>(discountCurveRoot),
};
export type LookupModels = ModelTypes<typeof lookupModels>;
