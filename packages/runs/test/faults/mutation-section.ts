import { readFileSync } from "node:fs";

/** What `npm run test:mutation -- --write` measured of an area; `measured` is absent where nothing was measured yet. */
interface AreaFigures {
  readonly about: string;
  readonly measured?: { readonly on: string; readonly noticed: number; readonly total: number };
}

/** Which share of small changes of the code the tests notice, as a section of docs/reliability.md. */
export function mutationSection(): string {
  const text = readFileSync(new URL("../../../../.ci/mutation/figures.json", import.meta.url), "utf8");
  const figures: Readonly<Record<string, AreaFigures>> = JSON.parse(text);
  const rows = Object.entries(figures).map(([name, { about, measured }]) => {
    if (measured === undefined) return `| ${name} | ${about} | | | not measured yet |`;
    const { on, noticed, total } = measured;
    return `| ${name} | ${about} | ${total} | ${((100 * noticed) / total).toFixed(1)} % | ${on} |`;
  });
  return `## Small changes of the code

\`npm run test:mutation\` changes the code that decides whether a job is created twice or a result is lost, one small change at a time
(a condition turned round, a limit moved by one, a call left out), and counts the changes that the tests beside the source notice. Tests of other
processes do not count, and constants of modules are not changed. CI does so every Sunday, keeps a page of each area with the changes that no test
noticed, and fails below 85 %.

| area | what it does | changes | noticed | measured |
| --- | --- | ---: | ---: | --- |
${rows.join("\n")}`;
}
