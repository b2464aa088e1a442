import { expect, it } from "vitest";
import { fileNameOf } from "./export.ts";
import { palette } from "./palette.ts";

function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

it.each(palette)("%s is visible on white, on the dark background and on black", (color) => {
  for (const background of ["#ffffff", "#1c1d20", "#000000"])
    expect(contrast(color, background)).toBeGreaterThanOrEqual(3);
});

it("makes file names for every file system", () => {
  expect(fileNameOf("Portfolio | Weight by <b>Sector</b>/..", "svg")).toBe("Portfolio Weight by b Sector b.svg");
  expect(fileNameOf("???", "png")).toBe("chart.png");
});
