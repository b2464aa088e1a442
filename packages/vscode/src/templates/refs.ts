import * as z from "zod/mini";
import { templateSorts } from "../common/templates.ts";
import { isExplorerNode, isTemplateNode } from "../explorer/rows/nodes.ts";

const sort = z.enum(templateSorts);

/** A reference to a template in the arguments of a command. */
const templateRef = z.object({
  sort,
  id: z.string(),
  /** The id of its connection; by default the active one. */
  connection: z.catch(z.optional(z.string()), undefined),
  /** Only of a templated component: the directory by which it was listed. */
  directory: z.catch(z.optional(z.string()), undefined),
});
export type TemplateRef = Readonly<z.infer<typeof templateRef>>;

/** Reads the argument of a command: a row of the Explorer, or a reference. Undefined for anything else, since any extension may call a command. */
export function templateRefOf(argument: unknown): TemplateRef | undefined {
  const ref = isTemplateNode(argument) ? { ...argument.item, connection: argument.connection } : argument;
  return templateRef.safeParse(ref).data;
}

/** A row of the Explorer with templates below it, where a new one belongs. */
const templatesRef = z.object({ sort, connection: z.string() });
export type TemplatesRef = Readonly<z.infer<typeof templatesRef>>;

export function templatesRefOf(argument: unknown): TemplatesRef | undefined {
  if (!isExplorerNode(argument)) return undefined;
  const { connection, item } = argument;
  switch (item.kind) {
    case "templates":
      return templatesRef.safeParse({ sort: item.sort, connection }).data;
    case "template category":
      return { sort: "unlinked", connection };
    case "template directory":
      return { sort: "component", connection };
    default:
      return undefined;
  }
}
