import * as z from "zod";
import {
  looseEnum,
  looseList,
  looseNumber,
  looseText,
  type ModelTypes,
  mapRoot,
  model,
  root,
  textOrJson,
  toText,
} from "./loose.ts";

// Commentary on a unit of a `pa` calculation, and the configurations that it can be made with.

const configuration = model({ name: looseText, directory: looseText });
export interface PACommentaryConfigurationSummary extends z.output<typeof configuration> {}

const runningShape = {
  calculationid: textOrJson,
  unitid: textOrJson,
  status: looseEnum(["Executing", "Success"], toText),
};
const running = model(runningShape);
export interface PACommentaryGetStatus extends z.output<typeof running> {}

const status = model({ result: textOrJson, ...runningShape });
export interface PACommentaryStatus extends z.output<typeof status> {}

const date = model({ yyyymmdd: looseNumber, relative: looseText });
export interface PACommentaryDate extends z.output<typeof date> {}
const metadata = model({
  tileName: looseText,
  portfolioDescription: looseText,
  benchmarkDescription: looseText,
  startDate: date.nullish(),
  endDate: date.nullish(),
  frequency: looseText,
});
export interface PACommentaryMetadata extends z.output<typeof metadata> {}

/** A part of a commentary; `content` is text that the service generated. */
export interface PACommentarySection {
  metadata?: PACommentaryMetadata | null | undefined;
  title?: string | null | undefined;
  content?: string | null | undefined;
  subSections?: PACommentarySection[] | null | undefined;
  [name: string]: unknown;
}
const section: z.ZodType<PACommentarySection> = z.lazy(() =>
  model({
    metadata: metadata.nullish(),
    title: looseText,
    content: looseText,
    subSections: looseList<PACommentarySection>(section),
  }),
);

const commentary = model({
  commentaryId: looseText,
  sections: looseList<PACommentarySection>(section),
  disclaimer: looseText,
});
export interface PACommentary extends z.output<typeof commentary> {}

export const commentaryModels = {
  PACommentaryConfigurationSummaryRoot: mapRoot<PACommentaryConfigurationSummary>(configuration),
  PACommentaryGetStatusRoot: root<PACommentaryGetStatus>(running),
  PACommentaryStatusRoot: root<PACommentaryStatus>(status),
  PACommentaryRoot: root<PACommentary>(commentary),
};
export type CommentaryModels = ModelTypes<typeof commentaryModels>;
