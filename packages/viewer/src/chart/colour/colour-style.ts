import { css, unsafeCSS } from "lit";
import { categories } from "./colours.ts";

const inThemes = categories.light.map(
  (light, index) => `--chart-${index}: light-dark(${light}, ${categories.dark[index]});`,
);
const onPaper = categories.light.map((light, index) => `--chart-${index}: ${light};`);

/** The variables of the categories, for the page and, on `.paper`, for saved files. */
export const chartColours = css`
  :host {
    ${unsafeCSS(inThemes.join(""))}
  }
  .paper {
    ${unsafeCSS(onPaper.join(""))}
    --positive: #1f5fbf;
    --negative: #b3400e;
    --benchmark: #8a94a0;
  }
`;
