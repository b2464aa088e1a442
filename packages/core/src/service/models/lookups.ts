import type * as z from "zod";
import { anyCaseAnswer } from "../../families/respell.ts";
import { looseText, type ModelTypes, mapRoot, model, root, texts } from "./loose.ts";

const accountDirectories = model({ accounts: texts, directories: texts });
export interface AccountDirectories extends z.output<typeof accountDirectories> {}

const documentDirectories = model({ documents: texts, directories: texts });
export interface DocumentDirectories extends z.output<typeof documentDirectories> {}

const currency = model({ name: looseText });
export interface Currency extends z.output<typeof currency> {}

const frequency = model({ name: looseText });
export interface Frequency extends z.output<typeof frequency> {}

const dates = model({ startdate: looseText, enddate: looseText });
/** Both `YYYYMMDD`. */
export interface DateParametersSummary extends z.output<typeof dates> {}

const discountCurve = model({ category: looseText, name: looseText, currency: looseText });
export interface FIDiscountCurveInfo extends z.output<typeof discountCurve> {}

export const lookupModels = {
  AccountDirectoriesRoot: anyCaseAnswer(root<AccountDirectories>(accountDirectories)),
  DocumentDirectoriesRoot: anyCaseAnswer(root<DocumentDirectories>(documentDirectories)),
  CurrencyRoot: anyCaseAnswer(mapRoot<Currency>(currency)),
  FrequencyRoot: anyCaseAnswer(mapRoot<Frequency>(frequency)),
  DateParametersSummaryRoot: anyCaseAnswer(root<DateParametersSummary>(dates)),
  FIDiscountCurveInfoRoot: anyCaseAnswer(mapRoot<FIDiscountCurveInfo>(discountCurve)),
};
export type LookupModels = ModelTypes<typeof lookupModels>;
