import * as z from "zod";
import { anyMeta } from "./envelope.ts";
import { paShape } from "./pa.ts";
import { list, object, optional, slot, text, use } from "./schema.ts";

// Requests that create and change the templates of `pa`.

const field = text("Name of a property of the component.", "accounts", "componentdetail");
const content = object("TemplateContentTypes", "What a component made from the template sets.", {
  mandatory: optional(
    list(field, "Properties that a component made from the template must set. None of them may be locked."),
  ),
  optional: optional(list(field, "Properties that it may set.")),
  locked: optional(list(field, "Properties that it cannot set. None of them may be mandatory.")),
});
export interface TemplateContentTypes extends z.output<typeof content> {}

const directory = text("Directory to save it in.", "Personal:Templates/");
const description = optional(text("What it is for, in free text.", "Security level only"));
const templateContent = optional(use<TemplateContentTypes>(content, "What a component made from the template sets."));
const parentComponentId = text(
  "Id of the component that the template is linked to, 64 hex digits.",
  "B93BEA7CFF72386769456A989256AFF5BF82B5AC27D84FBEADA9AB8C18B4983B",
);
const parentTemplateId = text(
  "Id of the template that the component is made from.",
  "6f1e0d9c8b7a45362918273645f0e1d2",
);
const templateTypeId = text(
  "Id of the template's type, 64 hex digits, from the list of template types.",
  "290341A87E669F7012CB0D36E89BD2CE58552CBAFE7BB5A6E9A7858B57ED2F25",
);
const componentData = object("PAComponentData", "What the component is computed with.", paShape);
export interface PAComponentData extends z.output<typeof componentData> {}
const componentSettings = optional(use<PAComponentData>(componentData, "What the component is computed with."));

function envelope<Data>(data: z.core.$ZodType<Data>, about: string, snippet: unknown) {
  return object(
    `${z.globalRegistry.get(data)?.title}Root`,
    about,
    { data: z.nullable(data), meta: optional(anyMeta) },
    { label: "Request", description: about, body: { data: snippet } },
  );
}

const linked = object("LinkedPATemplateParameters", "The template to create.", {
  directory,
  parentComponentId,
  description,
  content: templateContent,
});
export interface LinkedPATemplateParameters extends z.output<typeof linked> {}
export const linkedTemplate = envelope<LinkedPATemplateParameters>(
  linked,
  "Creates a template that is linked to a component.",
  {
    directory: slot(1, "Personal:Templates/"),
    parentComponentId: slot(2, "COMPONENT_ID"),
    description: slot(3, "What it is for"),
    content: { mandatory: ["accounts"], optional: ["groups"], locked: ["componentdetail"] },
  },
);
export interface LinkedPATemplateParametersRoot extends z.output<typeof linkedTemplate> {}

const linkedUpdate = object("LinkedPATemplateUpdateParameters", "What to change of the template.", {
  parentComponentId: optional(parentComponentId),
  description,
  content: templateContent,
});
export interface LinkedPATemplateUpdateParameters extends z.output<typeof linkedUpdate> {}
export const linkedTemplateUpdate = envelope<LinkedPATemplateUpdateParameters>(
  linkedUpdate,
  "Changes a template that is linked to a component.",
  { parentComponentId: slot(1, "COMPONENT_ID"), description: slot(2, "What it is for") },
);
export interface LinkedPATemplateUpdateParametersRoot extends z.output<typeof linkedTemplateUpdate> {}

const unlinked = object("UnlinkedPATemplateParameters", "The template to create.", {
  directory,
  templateTypeId,
  description,
  ...paShape,
  content: templateContent,
});
export interface UnlinkedPATemplateParameters extends z.output<typeof unlinked> {}
export const unlinkedTemplate = envelope<UnlinkedPATemplateParameters>(
  unlinked,
  "Creates a template of a type, linked to no component.",
  {
    directory: slot(1, "Personal:Templates/"),
    templateTypeId: slot(2, "TEMPLATE_TYPE_ID"),
    description: slot(3, "What it is for"),
    content: { mandatory: ["accounts"], optional: ["groups"], locked: ["dates"] },
  },
);
export interface UnlinkedPATemplateParametersRoot extends z.output<typeof unlinkedTemplate> {}

const unlinkedUpdate = object("UnlinkedPATemplateUpdateParameters", "What to change of the template.", {
  description,
  ...paShape,
  content: templateContent,
});
export interface UnlinkedPATemplateUpdateParameters extends z.output<typeof unlinkedUpdate> {}
export const unlinkedTemplateUpdate = envelope<UnlinkedPATemplateUpdateParameters>(
  unlinkedUpdate,
  "Changes a template that is linked to no component.",
  { description: slot(1, "What it is for"), componentdetail: slot(2, "groups") },
);
export interface UnlinkedPATemplateUpdateParametersRoot extends z.output<typeof unlinkedTemplateUpdate> {}

const component = object("TemplatedPAComponentParameters", "The component to create.", {
  directory,
  parentTemplateId,
  description,
  componentData: componentSettings,
});
export interface TemplatedPAComponentParameters extends z.output<typeof component> {}
export const templatedComponent = envelope<TemplatedPAComponentParameters>(
  component,
  "Creates a component from a template.",
  {
    directory: slot(1, "Personal:Components/"),
    parentTemplateId: slot(2, "TEMPLATE_ID"),
    description: slot(3, "What it is for"),
    componentData: { accounts: [{ id: slot(4, "Client:/ACCOUNT.ACCT"), holdingsmode: "B&H" }] },
  },
);
export interface TemplatedPAComponentParametersRoot extends z.output<typeof templatedComponent> {}

const componentUpdate = object("TemplatedPAComponentUpdateParameters", "What to change of the component.", {
  parentTemplateId: optional(parentTemplateId),
  description,
  componentData: componentSettings,
});
export interface TemplatedPAComponentUpdateParameters extends z.output<typeof componentUpdate> {}
export const templatedComponentUpdate = envelope<TemplatedPAComponentUpdateParameters>(
  componentUpdate,
  "Changes a component that was made from a template.",
  { description: slot(1, "What it is for"), componentData: { componentdetail: slot(2, "groups") } },
);
export interface TemplatedPAComponentUpdateParametersRoot extends z.output<typeof templatedComponentUpdate> {}
