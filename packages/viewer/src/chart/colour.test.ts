import { describe, expect, it } from "vitest";
import { categories } from "./colour.ts";
import { fileNameOf } from "./export.ts";

type Triple = readonly [number, number, number];

/** Linear light of a colour, each part from 0 to 1. */
function linear(colour: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function times(matrix: readonly Triple[], [a, b, c]: Triple): Triple {
  const row = (at: number) => {
    const [x = 0, y = 0, z = 0] = matrix[at] ?? [];
    return x * a + y * b + z * c;
  };
  return [row(0), row(1), row(2)];
}

/** How readers without the first or the second cone see linear light: Machado, Oliveira and Fernandes 2009, severity 1. */
const sights: Readonly<Record<string, readonly Triple[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** CIE Lab under D65. */
function lab(light: Triple): Triple {
  const clipped = light.map((value) => Math.max(0, Math.min(1, value)));
  const [x, y, z] = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    [clipped[0] ?? 0, clipped[1] ?? 0, clipped[2] ?? 0],
  );
  const f = (value: number) => (value > (6 / 29) ** 3 ? Math.cbrt(value) : value / (3 * (6 / 29) ** 2) + 4 / 29);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The colour difference ΔE of CIE 2000, after Sharma, Wu and Dalal 2005. */
function deltaE([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (a: number, b: number) =>
    a === 0 && b === 0 ? 0 : (Math.atan2(b, a) * 180) / Math.PI + (b < 0 ? 360 : 0);
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2));
  const far = Math.abs(h1 - h2) > 180;
  const h = isGrey ? h1 + h2 : far ? (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2 : (h1 + h2) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos(radians(h - 30)) +
    0.24 * Math.cos(radians(2 * h)) +
    0.32 * Math.cos(radians(3 * h + 6)) -
    0.2 * Math.cos(radians(4 * h - 63));
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const rc = 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const rt = -rc * Math.sin(radians(60 * Math.exp(-(((h - 275) / 25) ** 2))));
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dH / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}

/** The smallest difference between any two colours. */
function closest(colours: readonly string[], sight: readonly Triple[]): number {
  const seen = colours.map((colour) => lab(times(sight, linear(colour))));
  return Math.min(...seen.flatMap((one, at) => seen.slice(at + 1).map((other) => deltaE(one, other))));
}

function contrast(one: string, other: string): number {
  const luminance = (colour: string) => times([[0.2126, 0.7152, 0.0722]], linear(colour))[0];
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

it("the formula of ΔE2000 gives the published values", () => {
  expect(deltaE([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(deltaE([50, 2.5, 0], [61, -5, 29])).toBeCloseTo(22.8977, 4);
  expect(deltaE([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
});

describe.each(["light", "dark"] as const)("the colours of series on the %s ground", (ground) => {
  it.each(Object.keys(sights))("differ for readers with %s sight", (sight) => {
    const matrix = sights[sight] ?? [];
    expect(closest(categories[ground].slice(0, 8), matrix)).toBeGreaterThan(15);
    expect(closest(categories[ground], matrix)).toBeGreaterThan(10);
  });

  it.each(categories[ground])("are visible: %s", (colour) => {
    expect(contrast(colour, ground === "light" ? "#ffffff" : "#1f2023")).toBeGreaterThanOrEqual(3);
  });
});

it("makes file names for every file system", () => {
  expect(fileNameOf("Portfolio | Weight by <b>Sector</b>/..", "svg")).toBe("Portfolio Weight by b Sector b.svg");
  expect(fileNameOf("???", "png")).toBe("chart.png");
});
