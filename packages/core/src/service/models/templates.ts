import type * as z from "zod";
import { anyCaseAnswer } from "../../families/respell.ts";
import { looseFlag, looseList, looseText, type ModelTypes, mapRoot, model, root, texts } from "./loose.ts";
import { settingsShape } from "./pa-settings.ts";

// Templates and templated components of `pa`.

const contentTypes = model({ mandatory: texts, optional: texts, locked: texts });
export interface TemplateContentTypesRead extends z.output<typeof contentTypes> {}
const content = contentTypes.nullish();

const linkedShape = { description: looseText, name: looseText, parentComponentId: looseText };
const linked = model({ directory: looseText, snapshot: looseFlag, content, id: looseText, ...linkedShape });
export interface LinkedPATemplate extends z.output<typeof linked> {}
const linkedRoot = root<LinkedPATemplate>(linked);
export interface LinkedPATemplateRoot extends z.output<typeof linkedRoot> {}
const linkedPost = model({ id: looseText, ...linkedShape });
export interface LinkedPATemplatePostSummary extends z.output<typeof linkedPost> {}
const linkedPostRoot = root<LinkedPATemplatePostSummary>(linkedPost);
export interface LinkedPATemplatePostSummaryRoot extends z.output<typeof linkedPostRoot> {}
const linkedSummary = model(linkedShape);
export interface LinkedPATemplateSummary extends z.output<typeof linkedSummary> {}
const linkedSummaryRoot = mapRoot<LinkedPATemplateSummary>(linkedSummary);
export interface LinkedPATemplateSummaryRoot extends z.output<typeof linkedSummaryRoot> {}

const unlinkedShape = { description: looseText, name: looseText, category: looseText };
const unlinked = model({
  id: looseText,
  directory: looseText,
  templateTypeId: looseText,
  snapshot: looseFlag,
  ...settingsShape,
  content,
  ...unlinkedShape,
});
export interface UnlinkedPATemplate extends z.output<typeof unlinked> {}
const unlinkedRoot = root<UnlinkedPATemplate>(unlinked);
export interface UnlinkedPATemplateRoot extends z.output<typeof unlinkedRoot> {}
const unlinkedPost = model({ id: looseText, ...unlinkedShape });
export interface UnlinkedPATemplatePostSummary extends z.output<typeof unlinkedPost> {}
const unlinkedPostRoot = root<UnlinkedPATemplatePostSummary>(unlinkedPost);
export interface UnlinkedPATemplatePostSummaryRoot extends z.output<typeof unlinkedPostRoot> {}
const unlinkedSummary = model(unlinkedShape);
export interface UnlinkedPATemplateSummary extends z.output<typeof unlinkedSummary> {}
const unlinkedSummaryRoot = mapRoot<UnlinkedPATemplateSummary>(unlinkedSummary);
export interface UnlinkedPATemplateSummaryRoot extends z.output<typeof unlinkedSummaryRoot> {}

const type = model({ category: looseText, name: looseText });
export interface UnlinkedPATemplateCategoryAndType extends z.output<typeof type> {}
const typeRoot = mapRoot<UnlinkedPATemplateCategoryAndType>(type);
export interface UnlinkedPATemplateCategoryAndTypeRoot extends z.output<typeof typeRoot> {}
const columnDetails = model({ name: looseText, id: looseText, statistics: texts });
export interface UnlinkedPATemplateColumnDetails extends z.output<typeof columnDetails> {}
const groupDetails = model({ name: looseText, id: looseText, frequency: looseText });
export interface UnlinkedPATemplateGroupDetails extends z.output<typeof groupDetails> {}
const typeDetails = model({
  id: looseText,
  columns: looseList<UnlinkedPATemplateColumnDetails>(columnDetails),
  groups: looseList<UnlinkedPATemplateGroupDetails>(groupDetails),
  snapshot: looseFlag,
  category: looseText,
  name: looseText,
});
export interface UnlinkedPATemplateCategoryAndTypeDetails extends z.output<typeof typeDetails> {}
const typeDetailsRoot = root<UnlinkedPATemplateCategoryAndTypeDetails>(typeDetails);
export interface UnlinkedPATemplateCategoryAndTypeDetailsRoot extends z.output<typeof typeDetailsRoot> {}

const componentShape = { description: looseText, name: looseText, parentTemplateId: looseText, type: looseText };
const settings = model(settingsShape);
export interface PAComponentDataRead extends z.output<typeof settings> {}
const component = model({
  id: looseText,
  directory: looseText,
  snapshot: looseFlag,
  componentData: settings.nullish(),
  ...componentShape,
});
export interface TemplatedPAComponent extends z.output<typeof component> {}
const componentRoot = root<TemplatedPAComponent>(component);
export interface TemplatedPAComponentRoot extends z.output<typeof componentRoot> {}
const componentPost = model({ id: looseText, ...componentShape });
export interface TemplatedPAComponentPostSummary extends z.output<typeof componentPost> {}
const componentPostRoot = root<TemplatedPAComponentPostSummary>(componentPost);
export interface TemplatedPAComponentPostSummaryRoot extends z.output<typeof componentPostRoot> {}
const componentSummary = model(componentShape);
export interface TemplatedPAComponentSummary extends z.output<typeof componentSummary> {}
const componentSummaryRoot = mapRoot<TemplatedPAComponentSummary>(componentSummary);
export interface TemplatedPAComponentSummaryRoot extends z.output<typeof componentSummaryRoot> {}

export const templateModels = {
  LinkedPATemplateRoot: anyCaseAnswer<LinkedPATemplateRoot>(linkedRoot),
  LinkedPATemplatePostSummaryRoot: anyCaseAnswer<LinkedPATemplatePostSummaryRoot>(linkedPostRoot),
  LinkedPATemplateSummaryRoot: anyCaseAnswer<LinkedPATemplateSummaryRoot>(linkedSummaryRoot),
  UnlinkedPATemplateRoot: anyCaseAnswer<UnlinkedPATemplateRoot>(unlinkedRoot),
  UnlinkedPATemplatePostSummaryRoot: anyCaseAnswer<UnlinkedPATemplatePostSummaryRoot>(unlinkedPostRoot),
  UnlinkedPATemplateSummaryRoot: anyCaseAnswer<UnlinkedPATemplateSummaryRoot>(unlinkedSummaryRoot),
  UnlinkedPATemplateCategoryAndTypeRoot: anyCaseAnswer<UnlinkedPATemplateCategoryAndTypeRoot>(typeRoot),
  UnlinkedPATemplateCategoryAndTypeDetailsRoot:
    anyCaseAnswer<UnlinkedPATemplateCategoryAndTypeDetailsRoot>(typeDetailsRoot),
  TemplatedPAComponentRoot: anyCaseAnswer<TemplatedPAComponentRoot>(componentRoot),
  TemplatedPAComponentPostSummaryRoot: anyCaseAnswer<TemplatedPAComponentPostSummaryRoot>(componentPostRoot),
  TemplatedPAComponentSummaryRoot: anyCaseAnswer<TemplatedPAComponentSummaryRoot>(componentSummaryRoot),
};
export type TemplateModels = ModelTypes<typeof templateModels>;
