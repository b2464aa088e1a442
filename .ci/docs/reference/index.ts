import path from "node:path";
import { root } from "../../steps.ts";
import { errorsPage } from "./errors.ts";
import { extensionPage } from "./extension.ts";
import { manifestPage } from "./manifest.ts";

/** The pages of the reference that this folder writes: path from the root, and text. core writes the others. */
export const pages: Readonly<Record<string, () => string>> = {
  "docs/reference/errors.md": errorsPage,
  "docs/reference/extension.md": extensionPage,
  "docs/reference/manifest.md": manifestPage,
};

export function placeOf(page: string): string {
  return path.join(root, page);
}
