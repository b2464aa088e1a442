import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { openBrowser } from "../workbench.ts";
import { pictures } from "./stage.ts";

const kept = path.resolve(import.meta.dirname, "../../../media/walkthrough");

/** The pictures of the README and the walkthrough, with their captions. */
const captions = {
  example: "Run, above the file and above each unit",
  run: "The Jobs view shows each unit and its progress",
  results: "A result as a chart; Table shows its numbers",
  connect: "The list of connections; a click switches",
  browse: "Accounts, documents and their components",
  write: "An error is underlined while you type",
} as const;

const colors = {
  light: { background: "#f3f3f3", text: "#1f1f1f", border: "#c8c8c8" },
  dark: { background: "#2b2b2b", text: "#f0f0f0", border: "#5a5a5a" },
} as const;

/** Puts the pictures that the stories "light" and "dark" took, each above its caption, where the README and the walkthrough show them. */
export async function keepPictures(): Promise<void> {
  mkdirSync(kept, { recursive: true });
  const { page, close } = await openBrowser(2);
  for (const theme of ["light", "dark"] as const) {
    for (const [name, caption] of Object.entries(captions)) {
      const picture = path.join(pictures, `${theme}-${name}.png`);
      if (existsSync(picture)) await addCaption(page, picture, caption, theme, path.join(kept, `${name}-${theme}.png`));
    }
  }
  await close();
}

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
