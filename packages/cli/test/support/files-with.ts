import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The files below a folder that hold a text, also in Base64 or with its bytes in a list. */
export function filesWith(text: string, folder: string): readonly string[] {
  const forms = [text, Buffer.from(text).toString("base64").slice(0, -4), [...Buffer.from(text)].join(",")];
  return globSync("{**/*,**/.*,**/.*/**/*}", { cwd: folder }).filter((name) => {
    const file = path.join(folder, name);
    if (!statSync(file).isFile()) return false;
    const content = readFileSync(file, "latin1");
    return forms.some((form) => content.includes(form));
  });
}
