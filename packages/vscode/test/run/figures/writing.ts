import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { workbench } from "../ui/page.ts";

/** Times in milliseconds: until lenses are seen, and from each key to the frame that shows it. */
interface WritingFigures {
  readonly lenses: readonly number[];
  readonly manyLenses: readonly number[];
  readonly typing: readonly number[];
  readonly plainTyping: readonly number[];
}

const rounds = 3;
const keys = 60;

/** Measures in a window how soon lenses appear, and how long keys take in a parameter file and, in turn, in plain JSON. */
export async function measureWriting(page: Page, folder: string): Promise<WritingFigures> {
  const files = { lenses: ["few-a", "few-b", "few-c", "few-d", "few-e"], manyLenses: ["many-a", "many-b"] };
  for (const name of files.lenses) writeFileSync(path.join(folder, `${name}.pa.json`), textOf(200));
  for (const name of files.manyLenses) writeFileSync(path.join(folder, `${name}.pa.json`), textOf(10_000));
  writeFileSync(path.join(folder, "plain.json"), textOf(200));
  const timesOf = async (names: readonly string[]) => {
    const times: number[] = [];
    for (const name of names) times.push(await untilLenses(page, `${name}.pa.json`));
    return times;
  };
  const lenses = await timesOf(files.lenses);
  const typing: number[] = [];
  const plainTyping: number[] = [];
  for (let round = 0; round < rounds; round++) {
    plainTyping.push(...(await typeIn(page, "plain.json")));
    typing.push(...(await typeIn(page, "few-a.pa.json")));
  }
  return { lenses, typing, plainTyping, manyLenses: await timesOf(files.manyLenses) };
}

/** From the first frame with the text of a file to the first one with a lens. */
async function untilLenses(page: Page, name: string): Promise<number> {
  const seen = page.evaluate(
    (file) =>
      new Promise<number>((resolve) => {
        let opened: number | undefined;
        const look = () => {
          const editor = document.querySelector(`.editor-instance .monaco-editor[data-uri$="/${file}"]`);
          if (editor?.querySelector(".view-line span span")) opened ??= performance.now();
          const lenses = Array.from(editor?.querySelectorAll(".codelens-decoration a") ?? []);
          if (opened !== undefined && lenses.some(({ textContent }) => textContent?.includes("Run this unit")))
            resolve(performance.now() - opened);
          else requestAnimationFrame(look);
        };
        look();
      }),
    name,
  );
  await workbench(page).open(name);
  return seen;
}

/** Types in the text of a value as fast as a person, with a pause after every ten keys. */
async function typeIn(page: Page, name: string): Promise<number[]> {
  await workbench(page).open(name);
  await page.keyboard.press("Control+Home");
  for (let line = 0; line < 3; line++) await page.keyboard.press("ArrowDown");
  for (const key of ["End", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  // The work after the opening is over.
  await page.waitForTimeout(2000);
  await page.evaluate(() => {
    const times: number[] = [];
    const measure = () => {
      const pressed = performance.now();
      // The frame after the next one has drawn what the next one changed.
      requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - pressed)));
    };
    Object.assign(window, { keyTimes: times });
    window.addEventListener("keydown", measure, true);
  });
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press("KeyA");
    await page.waitForTimeout(key % 10 === 9 ? 400 : 60);
  }
  const times = await page.evaluate(() => {
    const measured: unknown = Reflect.get(window, "keyTimes");
    return Array.isArray(measured) ? measured.map(Number) : [];
  });
  await page.keyboard.press("Escape");
  await workbench(page).command("File: Revert File");
  return times.slice(0, keys);
}

function textOf(count: number): string {
  const unit = {
    componentid: "0A".repeat(32),
    accounts: [{ id: "Client:/A.ACCT", holdingsmode: "B&H" }],
    dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" },
  };
  const units = Array.from({ length: count }, (_, index) => [`unit-${index}`, unit]);
  return `${JSON.stringify({ data: Object.fromEntries(units) }, null, 2)}\n`;
}
