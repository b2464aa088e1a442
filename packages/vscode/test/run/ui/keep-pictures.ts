import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { openBrowser } from "../workbench.ts";
import type { PictureTexts } from "./picture-texts.ts";
import { pictures } from "./stage.ts";

const packageFolder = path.resolve(import.meta.dirname, "../../..");
const record = path.join(import.meta.dirname, "picture-texts.json");

/** The pictures of the README and the walkthrough, with their captions. */
const captions = {
  example: "Run, above the file and above each unit",
  run: "The Jobs view shows each unit and its progress",
  results: "A result as a chart; Table shows its numbers",
  connect: "The list of connections; a click switches",
  browse: "Accounts, documents and their components",
  write: "An error is underlined while you type",
} as const;

/** The pictures of the documents, which the package of the extension leaves out, in the light theme alone. */
const documentCaptions = {
  editor: "A parameter file with Run above its units, and the chart of its result beside it",
  sweep: "A sweep of 500 units, and an account that the service does not know",
  check: "A check that failed, at its unit",
} as const;

const colors = {
  light: { background: "#f3f3f3", text: "#1f1f1f", border: "#c8c8c8" },
  dark: { background: "#2b2b2b", text: "#f0f0f0", border: "#5a5a5a" },
} as const;

const themes = ["light", "dark"] as const;

/** A picture of the README or the walkthrough: what it shows, and the digests of its files by theme. */
interface RecordedPicture {
  readonly texts: PictureTexts;
  readonly sha256: Readonly<Record<string, string>>;
}

/** What the pictures show that the README and the walkthrough have, by name. */
export function recordedPictures(): Readonly<Record<string, RecordedPicture>> {
  return JSON.parse(readFileSync(record, "utf8"));
}

/** The digests of the files of a picture as they are, by theme. */
export function digestsOf(name: string): Readonly<Record<string, string>> {
  const digest = (theme: string) =>
    createHash("sha256")
      .update(readFileSync(fileOf(name, theme)))
      .digest("hex");
  return Object.fromEntries(themesOf(name).map((theme) => [theme, digest(theme)]));
}

/** Whether a README, a document or the walkthrough has a picture of a story. */
export const isPublished = (story: string, name: string) =>
  themesOf(name).some((theme) => theme === story) && (Object.hasOwn(captions, name) || isOfDocuments(name));

const isOfDocuments = (name: string) => Object.hasOwn(documentCaptions, name);

const themesOf = (name: string) => (isOfDocuments(name) ? themes.slice(0, 1) : themes);

/** The files of a picture, relative to the package. */
export const filesOf = (name: string): readonly string[] =>
  themesOf(name).map((theme) => path.relative(packageFolder, fileOf(name, theme)));

/**
 * Puts the pictures that the stories "light" and "dark" took, each above its caption, where the README and the walkthrough show them, and
 * records what they show.
 */
export async function keepPictures(texts: ReadonlyMap<string, PictureTexts>): Promise<void> {
  const { page, close } = await openBrowser(2);
  const all = Object.entries({ ...captions, ...documentCaptions });
  for (const [name, caption] of all) {
    for (const theme of themesOf(name)) {
      mkdirSync(path.dirname(fileOf(name, theme)), { recursive: true });
      const picture = path.join(pictures, `${theme}-${name}.png`);
      if (existsSync(picture)) await addCaption(page, picture, caption, theme, fileOf(name, theme));
    }
  }
  await close();
  const entries = all.map(([name]) => [name, { texts: texts.get(name), sha256: digestsOf(name) }]);
  writeFileSync(record, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

const fileOf = (name: string, theme: string) =>
  path.join(packageFolder, isOfDocuments(name) ? "pictures" : "media/walkthrough", `${name}-${theme}.png`);

async function addCaption(page: Page, picture: string, caption: string, theme: keyof typeof colors, target: string) {
  const { background, text, border } = colors[theme];
  const source = `data:image/png;base64,${readFileSync(picture).toString("base64")}`;
  await page.setContent(`<style>
    figure { margin: 0; width: fit-content; min-width: 400px; background: ${background}; border: 1px solid ${border}; }
    img { display: block; zoom: 0.5; margin: 0 auto; }
    figcaption { padding: 10px 14px; font: 600 15px sans-serif; color: ${text}; border-top: 1px solid ${border}; }
  </style><figure><img src="${source}" /><figcaption>${caption}</figcaption></figure>`);
  await page.locator("figure").screenshot({ path: target });
}
