import path from "node:path";
import { root } from "../../steps.ts";
import { endpointsPage } from "./endpoints.ts";
import { errorsPage } from "./errors.ts";
import { extensionPage } from "./extension.ts";
import { manifestPage } from "./manifest.ts";
import { parameterPages } from "./parameters.ts";
import { projectPage } from "./project.ts";

/** The pages of the reference: path from the root, and text. */
export const pages: Readonly<Record<string, () => string>> = {
  ...parameterPages,
  "docs/reference/endpoints.md": endpointsPage,
  "docs/reference/errors.md": errorsPage,
  "docs/reference/extension.md": extensionPage,
  "docs/reference/manifest.md": manifestPage,
  "docs/reference/project.md": projectPage,
};

export function placeOf(page: string): string {
  return path.join(root, page);
}
