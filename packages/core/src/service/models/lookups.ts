import type * as z from "zod";
import { looseText, type ModelTypes, mapRoot, model, namedModel, root, texts } from "./loose.ts";

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

export const lookupModels = {
  AccountDirectoriesRoot: root<AccountDirectories>(accountDirectories),
  DocumentDirectoriesRoot: root<DocumentDirectories>(documentDirectories),
  CurrencyRoot: mapRoot<Currency>(namedModel),
  FrequencyRoot: mapRoot<Frequency>(namedModel),
  DateParametersSummaryRoot: root<DateParametersSummary>(dates),
  FIDiscountCurveInfoRoot: mapRoot<FIDiscountCurveInfo>(discountCurve),
};
export type LookupModels = ModelTypes<typeof lookupModels>;
