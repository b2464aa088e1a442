import type { Page } from "./browser.ts";

/** Anti-aliasing and rounding move an edge by less than this, in pixels. */
const TOLERANCE = 1;

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface MeasuredElement extends Area {
  readonly kind: string;
  readonly text: string;
}

interface MeasuredChart {
  readonly title: string;
  /** The part of the page in which the drawing is visible without scrolling. */
  readonly visible: Area;
  /** The pixels by which the user has to scroll the chart itself, down and to the right. */
  readonly scrollsDown: number;
  readonly scrollsRight: number;
  readonly elements: readonly MeasuredElement[];
}

/** The layout of the charts on a page: how many there are, and what is wrong with them, a sentence each. */
export interface ChartLayout {
  readonly count: number;
  readonly problems: readonly string[];
}

/**
 * Finds marks, labels or legends outside of the visible area of their chart, labels that overlap, labels that are cut to a few letters, and axes
 * with one label. A chart of many bars that fills its view may scroll down; then its axis is visible without scrolling.
 */
export async function measureLayout(page: Page, { mayScroll = false } = {}): Promise<ChartLayout> {
  const charts = await page.evaluate(measureCharts);
  const problems = charts.flatMap((chart) => [
    ...(mayScroll && chart.scrollsDown > 0 ? hiddenAxis(chart) : []),
    ...outside(mayScroll ? scrolled(chart) : chart),
    ...overlaps(chart),
    ...cutTexts(chart),
    ...lonelyLabels(chart),
  ]);
  return { count: charts.length, problems };
}

/** A chart as the user sees it after scrolling down. */
function scrolled(chart: MeasuredChart): MeasuredChart {
  const { visible, scrollsDown } = chart;
  return { ...chart, visible: { ...visible, bottom: visible.bottom + scrollsDown }, scrollsDown: 0 };
}

function hiddenAxis({ title, visible, elements }: MeasuredChart): string[] {
  const numbers = elements.filter(({ kind, bottom }) => kind === "text tick" && bottom <= visible.bottom);
  return numbers.length > 1 ? [] : [`${title}: the chart scrolls, and its axis is not visible`];
}

/** One label does not say how long a day or a number is on an axis. */
function lonelyLabels({ title, elements }: MeasuredChart): string[] {
  return ["text tick day", "text tick"].flatMap((axis) => {
    const [label, ...others] = elements.filter(({ kind }) => kind === axis);
    return label !== undefined && others.length === 0 ? [`${title}: an axis has only the label "${label.text}"`] : [];
  });
}

function outside({ title, visible, scrollsDown, scrollsRight, elements }: MeasuredChart): string[] {
  const scrolls = Math.max(scrollsDown, scrollsRight);
  const beyond = elements.filter(
    ({ left, right, top, bottom }) =>
      left < visible.left - TOLERANCE ||
      right > visible.right + TOLERANCE ||
      top < visible.top - TOLERANCE ||
      bottom > visible.bottom + TOLERANCE,
  );
  return [
    ...(scrolls > TOLERANCE ? [`${title}: the chart scrolls by ${Math.round(scrolls)} pixels`] : []),
    ...beyond.map(({ kind, text }) => `${title}: ${kind} "${text}" is outside of the visible area`),
  ];
}

function overlaps({ title, elements }: MeasuredChart): string[] {
  const labels = elements.filter(({ kind }) => kind.startsWith("text"));
  return labels.flatMap((one, place) =>
    labels
      .slice(place + 1)
      .filter((other) => areOverlapping(one, other))
      .map((other) => `${title}: "${one.text}" overlaps "${other.text}"`),
  );
}

function areOverlapping(one: Area, other: Area): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  // The box of a text has room above and below its letters.
  return across > TOLERANCE && down > 3;
}

/** A label that ends after a few letters says nothing. */
function cutTexts({ title, elements }: MeasuredChart): string[] {
  return elements
    .filter(({ kind, text }) => kind.startsWith("text") && /^.{0,5}…$/u.test(text))
    .map(({ text }) => `${title}: the label "${text}" says nothing`);
}

/** Runs in the page. */
function measureCharts(): MeasuredChart[] {
  const areaOf = (element: Element): Area => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  };
  const allCharts = (root: ParentNode): Element[] =>
    [...root.querySelectorAll("*")].flatMap((element) => [
      ...(element.localName === "ae-chart" ? [element] : []),
      ...(element.shadowRoot ? allCharts(element.shadowRoot) : []),
    ]);
  return allCharts(document).map((chart) => {
    const stage = chart.shadowRoot?.querySelector(".stage");
    const drawing = stage?.querySelector("svg");
    if (!stage || !drawing) throw new Error("a chart is not drawn");
    const { left, top } = stage.getBoundingClientRect();
    const elements = [...drawing.querySelectorAll("text, rect, circle, path")].filter(
      (element) => element.closest("defs") === null && element.closest("[clip-path]") === null,
    );
    return {
      title: drawing.getAttribute("aria-label") ?? "",
      visible: {
        left: left + stage.clientLeft,
        top: top + stage.clientTop,
        right: left + stage.clientLeft + stage.clientWidth,
        bottom: top + stage.clientTop + stage.clientHeight,
      },
      scrollsDown: stage.scrollHeight - stage.clientHeight,
      scrollsRight: stage.scrollWidth - stage.clientWidth,
      elements: elements.map((element) => ({
        kind: `${element.localName} ${element.getAttribute("class") ?? ""}`.trim(),
        text: element.textContent ?? "",
        ...areaOf(element),
      })),
    };
  });
}
