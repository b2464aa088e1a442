import type * as z from "zod";
import {
  categorizedModel,
  looseFlag,
  looseList,
  looseText,
  type ModelTypes,
  mapRoot,
  model,
  root,
  texts,
} from "./loose.ts";
import { settingsShape } from "./reference.ts";

// Templates and templated components of `pa`.

const contentTypes = model({ mandatory: texts, optional: texts, locked: texts });
export interface TemplateContentTypesRead extends z.output<typeof contentTypes> {}
const content = contentTypes.nullish();

const linkedShape = { description: looseText, name: looseText, parentComponentId: looseText };
const linked = model({ directory: looseText, snapshot: looseFlag, content, id: looseText, ...linkedShape });
export interface LinkedPATemplate extends z.output<typeof linked> {}
const linkedPost = model({ id: looseText, ...linkedShape });
export interface LinkedPATemplatePostSummary extends z.output<typeof linkedPost> {}
const linkedSummary = model(linkedShape);
export interface LinkedPATemplateSummary extends z.output<typeof linkedSummary> {}

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
const unlinkedPost = model({ id: looseText, ...unlinkedShape });
export interface UnlinkedPATemplatePostSummary extends z.output<typeof unlinkedPost> {}
const unlinkedSummary = model(unlinkedShape);
export interface UnlinkedPATemplateSummary extends z.output<typeof unlinkedSummary> {}

export interface UnlinkedPATemplateCategoryAndType extends z.output<typeof categorizedModel> {}
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
const componentPost = model({ id: looseText, ...componentShape });
export interface TemplatedPAComponentPostSummary extends z.output<typeof componentPost> {}
const componentSummary = model(componentShape);
export interface TemplatedPAComponentSummary extends z.output<typeof componentSummary> {}

export const templateModels = {
  LinkedPATemplateRoot: root<LinkedPATemplate>(linked),
  LinkedPATemplatePostSummaryRoot: root<LinkedPATemplatePostSummary>(linkedPost),
  LinkedPATemplateSummaryRoot: mapRoot<LinkedPATemplateSummary>(linkedSummary),
  UnlinkedPATemplateRoot: root<UnlinkedPATemplate>(unlinked),
  UnlinkedPATemplatePostSummaryRoot: root<UnlinkedPATemplatePostSummary>(unlinkedPost),
  UnlinkedPATemplateSummaryRoot: mapRoot<UnlinkedPATemplateSummary>(unlinkedSummary),
  UnlinkedPATemplateCategoryAndTypeRoot: mapRoot<UnlinkedPATemplateCategoryAndType>(categorizedModel),
  UnlinkedPATemplateCategoryAndTypeDetailsRoot: root<UnlinkedPATemplateCategoryAndTypeDetails>(typeDetails),
  TemplatedPAComponentRoot: root<TemplatedPAComponent>(component),
  TemplatedPAComponentPostSummaryRoot: root<TemplatedPAComponentPostSummary>(componentPost),
  TemplatedPAComponentSummaryRoot: mapRoot<TemplatedPAComponentSummary>(componentSummary),
};
export type TemplateModels = ModelTypes<typeof templateModels>;
