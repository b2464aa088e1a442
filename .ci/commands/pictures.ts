// npm run pictures: takes all pictures of the README, the documents and the extension again: the pages and charts in Chromium, then the editor in
// VS Code. A test compares what the pages show with what docs/images/contents.json says of their pictures.

import { script, tool } from "../steps.ts";
import { ensureBrowser } from "../tests/browser.ts";

const isDone =
  ensureBrowser() !== undefined &&
  (await script("packages/viewer/test/pictures.ts")) &&
  (await script("packages/vscode/test/run/ui/main.ts", ["--keep-pictures"])) &&
  (await tool("biome", [
    "format",
    "--write",
    "docs/images/contents.json",
    "packages/vscode/test/run/ui/picture-texts.json",
  ]));
process.exit(isDone ? 0 : 1);
