import { readBlock, textOfBlock } from "./report/read-block.ts";

/**
 * Runs a script of the viewer that few readers need. A report holds it as a block, and its policy allows it by hash; elsewhere it is a file
 * beside this one.
 */
export async function loadScript(id: string, file: string): Promise<void> {
  if (document.getElementById(id) === null) {
    await import(new URL(`./${file}`, import.meta.url).href);
    return;
  }
  const script = document.createElement("script");
  script.textContent = textOfBlock(await readBlock(id));
  document.head.append(script);
}
