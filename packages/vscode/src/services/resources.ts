import { componentFamilyIds, documentFamilyIds, optimizerIds } from "@analytics-engines/core/basics";
import { documentTrees, nameLists, strategyTrees } from "@analytics-engines/runs/lookup";
import * as z from "zod/mini";
import { templateSorts } from "../common/templates.ts";

/** A tree of directories: each kind that the service lists, and the accounts once more with their configurations. */
export type DirectoryTree = z.infer<typeof directoryTree>;
const directoryTree = z.enum(["accounts", "configurations", ...documentTrees, ...strategyTrees]);

const text = z.string().check(z.minLength(1));
/** A text that may be absent, or invalid in what another version of the extension stored. */
const note = z.catch(z.optional(text), undefined);
const idAndName = { id: text, name: text };

const templateResource = z.object({
  kind: z.literal("template"),
  sort: z.enum(templateSorts),
  ...idAndName,
  description: note,
  /** The category of the type of an unlinked template; the type of a templated component. */
  category: note,
  /** Only of a templated component: the directory by which it was listed. */
  directory: note,
});
export type TemplateResource = Readonly<z.infer<typeof templateResource>>;

const serviceResource = z.discriminatedUnion("kind", [
  /** Its `path` ends with a slash. */
  z.object({ kind: z.literal("directory"), tree: directoryTree, path: text }),
  z.object({ kind: z.literal("account"), path: text }),
  z.object({ kind: z.literal("document"), engine: z.enum(documentFamilyIds), path: text }),
  z.object({
    kind: z.literal("component"),
    engine: z.enum(componentFamilyIds),
    ...idAndName,
    category: note,
    document: text,
  }),
  z.object({ kind: z.literal("strategy"), engine: z.enum(optimizerIds), path: text }),
  z.object({ kind: z.literal("configuration"), ...idAndName, account: text }),
  z.object({ kind: z.literal("benchmark"), ...idAndName }),
  templateResource,
  /** An entry of a list of reference data. */
  z.object({ kind: z.literal("entry"), list: z.enum(nameLists), ...idAndName, category: note }),
]);

/** A resource of the service. Plain JSON, so that it can be stored as a favorite. */
export type ServiceResource = Readonly<z.infer<typeof serviceResource>>;

/** Reads a stored resource, perhaps of another version of the extension; undefined if it cannot be read. */
export function readResource(value: unknown): ServiceResource | undefined {
  return serviceResource.safeParse(value).data;
}
