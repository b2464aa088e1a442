import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readStated } from "./matrix/stated.ts";
import { words } from "./matrix/words.ts";
import { reliabilityPage } from "./page.ts";

const page = readFileSync(new URL("../../../../docs/reliability.md", import.meta.url), "utf8");

it("docs/reliability.md is what the matrix states and what was measured (written by `npm run build`)", () => {
  expect(page).toBe(reliabilityPage());
});

it("says what each outcome means, and of no other", () => {
  const stated = [...readStated("once").values(), ...readStated("always").values()];
  const used = new Set(stated.filter((text) => text !== "-").flatMap((text) => text.split(" > ")));
  expect(Object.keys(words).sort()).toEqual([...used].sort());
});

it("shows figures in which nothing is broken", () => {
  expect(page).toMatch(/Jobs that differ from the service's own record: \*\*0\*\*/);
  expect(page).toMatch(/Jobs created twice, results read twice, or stored results lost: \*\*0\*\*/);
});
