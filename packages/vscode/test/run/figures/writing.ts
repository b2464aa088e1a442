import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { workbench } from "../ui/page.ts";

/** Milliseconds until a lens is visible, and from each key to the frame that shows it. In plain JSON, the lens is that of the probe. */
interface WritingFigures {
  readonly lenses: readonly number[];
  readonly plainLenses: readonly number[];
  readonly manyLenses: readonly number[];
  readonly plainManyLenses: readonly number[];
  readonly typing: readonly number[];
  readonly plainTyping: readonly number[];
}

const ROUNDS = 3;
const KEYS = 60;

/** The lens of the extension, and in plain JSON the lens of the probe, which needs no work. */
const lens = { ours: "Run Unit", probe: "Probe" };

/** Measures in a window how soon lenses appear, and how long keys take, in parameter files and, in turn, in plain JSON. */
export async function measureWriting(page: Page, folder: string): Promise<WritingFigures> {
  const timesOf = async (names: readonly string[], units: number) => {
    const [ours, plain]: [number[], number[]] = [[], []];
    for (const name of names) {
      for (const file of [`${name}.pa.json`, `${name}.json`]) writeFileSync(path.join(folder, file), textOf(units));
      plain.push(await untilLens(page, `${name}.json`, lens.probe));
      ours.push(await untilLens(page, `${name}.pa.json`, lens.ours));
    }
    return { ours, plain };
  };
  const few = await timesOf(["few-a", "few-b", "few-c", "few-d", "few-e"], 200);
  writeFileSync(path.join(folder, "plain.json"), textOf(200));
  const typing: number[] = [];
  const plainTyping: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    plainTyping.push(...(await typeIn(page, "plain.json")));
    typing.push(...(await typeIn(page, "few-a.pa.json")));
  }
  const many = await timesOf(["many-a", "many-b", "many-c"], 10_000);
  return {
    lenses: few.ours,
    plainLenses: few.plain,
    manyLenses: many.ours,
    plainManyLenses: many.plain,
    typing,
    plainTyping,
  };
}

/** From the text of a file on the screen to its first lens. */
async function untilLens(page: Page, name: string, title: string): Promise<number> {
  const seen = page.evaluate(
    ([file, wanted]) =>
      new Promise<number>((resolve) => {
        let opened: number | undefined;
        // Asking at each frame would make the page draw frames.
        const observer = new MutationObserver(() => {
          const editor = document.querySelector(`.editor-instance .monaco-editor[data-uri$="/${file}"]`);
          if (editor?.querySelector(".view-line span span")) opened ??= performance.now();
          const lenses = Array.from(editor?.querySelectorAll(".codelens-decoration") ?? []);
          if (opened === undefined || !lenses.some(({ textContent }) => textContent?.includes(wanted))) return;
          observer.disconnect();
          resolve(performance.now() - opened);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    [name, title] as const,
  );
  await workbench(page).open(name);
  const time = await seen;
  await workbench(page).command("View: Close Editor");
  return time;
}

/** Types in the text of a value as fast as a person, with a pause after every ten keys. */
async function typeIn(page: Page, name: string): Promise<number[]> {
  await workbench(page).open(name);
  await page.keyboard.press("Control+Home");
  for (let line = 0; line < 3; line++) await page.keyboard.press("ArrowDown");
  for (const key of ["End", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  // By then, the work that follows the opening is done.
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
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press("KeyA");
    await page.waitForTimeout(key % 10 === 9 ? 400 : 60);
  }
  const times = await page.evaluate(() => {
    const measured: unknown = Reflect.get(window, "keyTimes");
    return Array.isArray(measured) ? measured.map(Number) : [];
  });
  await page.keyboard.press("Escape");
  await workbench(page).command("File: Revert File");
  return times.slice(0, KEYS);
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
