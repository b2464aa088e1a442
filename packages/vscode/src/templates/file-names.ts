import { wordOf } from "../editor/kinds.ts";
import type { TemplateSort } from "../explorer/nodes.ts";
import { fileKinds } from "./sorts.ts";

/** What a file that changes a template is called: `NAME.ID.linked-template-update.json`. Its name says which template it is of. */
export function updateFileStem(name: string, id: string): string {
  const plain = name.replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  const short = plain === "" ? "template" : plain.slice(0, 60);
  return isIdLike(id) ? `${short}.${id}` : short;
}

/** The id of the template that a file changes, where its name tells it. */
export function templateIdOf(path: string, sort: TemplateSort): string | undefined {
  const parts = path.slice(path.lastIndexOf("/") + 1).split(".");
  const [id, word, extension] = parts.slice(-3);
  const isUpdate = extension?.toLowerCase() === "json" && word?.toLowerCase() === wordOf(fileKinds[sort].update);
  return isUpdate && id !== undefined && isIdLike(id) ? id : undefined;
}

/** The service's ids are hex digits. */
function isIdLike(text: string): boolean {
  return /^[0-9a-f]{16,128}$/i.test(text);
}
