import * as z from "zod";
import { anyMeta } from "./envelope.ts";
import { paShape } from "./pa.ts";
import { list, object, optional, slot, text, use } from "./schema.ts";

// Requests that create and change the templates of `pa`.

const field = text("Name of a property of the component.", { examples: ["accounts", "componentdetail"] });
const content = object(
  {
    mandatory: optional(
      list(field, "Properties that a component made from the template must set. None of them may be locked."),
    ),
    optional: optional(list(field, "Properties that it may set.")),
    locked: optional(list(field, "Properties that it cannot set. None of them may be mandatory.")),
  },
  "What a component made from the template sets.",
  { title: "TemplateContentTypes" },
);
export interface TemplateContentTypes extends z.output<typeof content> {}

const directory = text("Directory to save it in.", { examples: ["Personal:Templates/"] });
const description = optional(text("What it is for, in free text.", { examples: ["Security level only"] }));
const templateContent = optional(use<TemplateContentTypes>(content, "What a component made from the template sets."));
const parentComponentId = text("Id of the component that the template is linked to, 64 hex digits.", {
  examples: ["B93BEA7CFF72386769456A989256AFF5BF82B5AC27D84FBEADA9AB8C18B4983B"],
});
const parentTemplateId = text("Id of the template that the component is made from.", {
  examples: ["6f1e0d9c8b7a45362918273645f0e1d2"],
});
const templateTypeId = text("Id of the template's type, 64 hex digits, from the list of template types.", {
  examples: ["290341A87E669F7012CB0D36E89BD2CE58552CBAFE7BB5A6E9A7858B57ED2F25"],
});
const componentData = object(paShape, "What the component is computed with.", { title: "PAComponentData" });
export interface PAComponentData extends z.output<typeof componentData> {}
const componentSettings = optional(use<PAComponentData>(componentData, "What the component is computed with."));

function envelope<Data>(name: string, about: string, data: z.core.$ZodType<Data>, snippet: unknown) {
  return object({ data: z.nullable(data), meta: optional(anyMeta) }, about, {
    title: name,
    defaultSnippets: [{ label: "Request", description: about, body: { data: snippet } }],
  });
}

const linked = object(
  { directory, parentComponentId, description, content: templateContent },
  "The template to create.",
  { title: "LinkedPATemplateParameters" },
);
export interface LinkedPATemplateParameters extends z.output<typeof linked> {}
export const linkedTemplate = envelope<LinkedPATemplateParameters>(
  "LinkedPATemplateParametersRoot",
  "Creates a template that is linked to a component.",
  linked,
  {
    directory: slot(1, "Personal:Templates/"),
    parentComponentId: slot(2, "COMPONENT_ID"),
    description: slot(3, "What it is for"),
    content: { mandatory: ["accounts"], optional: ["groups"], locked: ["componentdetail"] },
  },
);
export interface LinkedPATemplateParametersRoot extends z.output<typeof linkedTemplate> {}

const linkedUpdate = object(
  { parentComponentId: optional(parentComponentId), description, content: templateContent },
  "What to change of the template.",
  { title: "LinkedPATemplateUpdateParameters" },
);
export interface LinkedPATemplateUpdateParameters extends z.output<typeof linkedUpdate> {}
export const linkedTemplateUpdate = envelope<LinkedPATemplateUpdateParameters>(
  "LinkedPATemplateUpdateParametersRoot",
  "Changes a template that is linked to a component.",
  linkedUpdate,
  { parentComponentId: slot(1, "COMPONENT_ID"), description: slot(2, "What it is for") },
);
export interface LinkedPATemplateUpdateParametersRoot extends z.output<typeof linkedTemplateUpdate> {}

const unlinked = object(
  { directory, templateTypeId, description, ...paShape, content: templateContent },
  "The template to create.",
  { title: "UnlinkedPATemplateParameters" },
);
export interface UnlinkedPATemplateParameters extends z.output<typeof unlinked> {}
export const unlinkedTemplate = envelope<UnlinkedPATemplateParameters>(
  "UnlinkedPATemplateParametersRoot",
  "Creates a template of a type, linked to no component.",
  unlinked,
  {
    directory: slot(1, "Personal:Templates/"),
    templateTypeId: slot(2, "TEMPLATE_TYPE_ID"),
    description: slot(3, "What it is for"),
    content: { mandatory: ["accounts"], optional: ["groups"], locked: ["dates"] },
  },
);
export interface UnlinkedPATemplateParametersRoot extends z.output<typeof unlinkedTemplate> {}

const unlinkedUpdate = object(
  { description, ...paShape, content: templateContent },
  "What to change of the template.",
  { title: "UnlinkedPATemplateUpdateParameters" },
);
export interface UnlinkedPATemplateUpdateParameters extends z.output<typeof unlinkedUpdate> {}
export const unlinkedTemplateUpdate = envelope<UnlinkedPATemplateUpdateParameters>(
  "UnlinkedPATemplateUpdateParametersRoot",
  "Changes a template that is linked to no component.",
  unlinkedUpdate,
  { description: slot(1, "What it is for"), componentdetail: slot(2, "groups") },
);
export interface UnlinkedPATemplateUpdateParametersRoot extends z.output<typeof unlinkedTemplateUpdate> {}

const component = object(
  { directory, parentTemplateId, description, componentData: componentSettings },
  "The component to create.",
  { title: "TemplatedPAComponentParameters" },
);
export interface TemplatedPAComponentParameters extends z.output<typeof component> {}
export const templatedComponent = envelope<TemplatedPAComponentParameters>(
  "TemplatedPAComponentParametersRoot",
  "Creates a component from a template.",
  component,
  {
    directory: slot(1, "Personal:Components/"),
    parentTemplateId: slot(2, "TEMPLATE_ID"),
    description: slot(3, "What it is for"),
    componentData: { accounts: [{ id: slot(4, "Client:/ACCOUNT.ACCT"), holdingsmode: "B&H" }] },
  },
);
export interface TemplatedPAComponentParametersRoot extends z.output<typeof templatedComponent> {}

const componentUpdate = object(
  { parentTemplateId: optional(parentTemplateId), description, componentData: componentSettings },
  "What to change of the component.",
  { title: "TemplatedPAComponentUpdateParameters" },
);
export interface TemplatedPAComponentUpdateParameters extends z.output<typeof componentUpdate> {}
export const templatedComponentUpdate = envelope<TemplatedPAComponentUpdateParameters>(
  "TemplatedPAComponentUpdateParametersRoot",
  "Changes a component that was made from a template.",
  componentUpdate,
  { description: slot(1, "What it is for"), componentData: { componentdetail: slot(2, "groups") } },
);
export interface TemplatedPAComponentUpdateParametersRoot extends z.output<typeof templatedComponentUpdate> {}
