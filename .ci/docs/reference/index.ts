import path from "node:path";
import { root } from "../../steps.ts";
import { errorsPage } from "./errors.ts";
import { extensionPage } from "./extension.ts";
import { manifestPage } from "./manifest.ts";

/** The pages of the reference that are made here: path from the root, and text. Others are made by core. */
export const pages: Readonly<Record<string, () => string>> = {
  "docs/reference/errors.md": errorsPage,
  "docs/reference/extension.md": extensionPage,
  "docs/reference/manifest.md": manifestPage,
};

export function placeOf(page: string): string {
  return path.join(root, page);
}
