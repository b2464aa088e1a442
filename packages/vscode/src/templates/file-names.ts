import type { TemplateSort } from "../common/templates.ts";
import { wordOf } from "../editor/language/text/kinds.ts";
import { templateFileKinds } from "./sorts.ts";

/** The name of a file that updates a template: `NAME.ID.linked-template-update.json`. */
export function updateFileStem(name: string, id: string): string {
  const plain = name.replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  const short = plain === "" ? "template" : plain.slice(0, 60);
  return isIdLike(id) ? `${short}.${id}` : short;
}

/** The id in the name of a file that updates a template. */
export function templateIdOf(path: string, sort: TemplateSort): string | undefined {
  const parts = path.slice(path.lastIndexOf("/") + 1).split(".");
  const [id, word, extension] = parts.slice(-3);
  const isUpdate =
    extension?.toLowerCase() === "json" && word?.toLowerCase() === wordOf(templateFileKinds[sort].update);
  return isUpdate && id !== undefined && isIdLike(id) ? id : undefined;
}

/** The service's ids are hex digits. */
function isIdLike(text: string): boolean {
  return /^[0-9a-f]{16,128}$/i.test(text);
}
