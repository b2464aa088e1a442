import {
  collectSeries,
  type NumberFilter,
  type NumberOverRuns,
  pointText,
  requireColumn,
  utcMinute,
} from "./series.ts";
import { openStore, type StoreProblem } from "./store.ts";

/** Numbers and checks over runs for a page. It can be kept as JSON. */
export interface HistoryView {
  /** When the runs began, such as `2026-11-20 21:00 UTC`, and as milliseconds since 1970. The oldest is first. */
  readonly runs: readonly (readonly [text: string, time: number])[];
  /** What checks found and where changes come from, in words. */
  readonly notes: readonly string[];
  readonly series: readonly PageSeries[];
  /** What is left out, in sentences. */
  readonly omission?: string;
}

/** A number or a check over runs. Its texts come from results: escape them where they are shown. */
export interface PageSeries {
  /** The parameter file and the unit: `FILE#UNIT`. */
  readonly unit: string;
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly measure: string;
  readonly points: readonly PagePoint[];
}

/** The place of the run in `runs`, the value in full, its change since the run before, and the place of what there is to say in `notes`. */
export type PagePoint = readonly [run: number, value: string, change?: string, note?: number | undefined];

/** A page with more numbers takes seconds to write and to open. */
const MAX_VIEWED = 250_000;

/**
 * Reads numbers and checks over runs for a page: all numbers that a filter selects, or those of totals where these are too many; of these,
 * the newest runs.
 * @throws UserError where there is no store, or a run has too many numbers
 */
export async function readHistoryView(
  store: string,
  filter: NumberFilter,
): Promise<{ readonly view: HistoryView; readonly problems: readonly StoreProblem[] }> {
  const opened = await openStore(store);
  const selection = { filter, enough: MAX_VIEWED };
  const all = await collectSeries(opened, "numbers", selection);
  const numbers = all.isWhole ? all : await collectSeries(opened, "numbers", { ...selection, onlyTotals: true });
  const checks = await collectSeries(opened, "checks", selection);
  requireColumn(filter, [numbers, checks]);
  const omissions = [
    ...(all.isWhole ? [] : ["The page has only the numbers of totals, because there are too many others."]),
    ...(numbers.isWhole && checks.isWhole ? [] : ["The page has only the newest runs."]),
  ];
  const view = viewOf([...numbers.series, ...checks.series]);
  const { problems } = opened;
  return { view: omissions.length === 0 ? view : { ...view, omission: omissions.join(" ") }, problems };
}

function viewOf(all: readonly NumberOverRuns[]): HistoryView {
  const times = new Map(all.flatMap(({ points }) => points.map(({ run, time }) => [run, time] as const)));
  const runs = [...times].sort(([one], [other]) => (one < other ? -1 : 1));
  const places = new Map(runs.map(([run], place) => [run, place]));
  const notes = new Map([["", 0]]);
  const series = all.map(({ file, unit, table, row, column, measure, points }): PageSeries => {
    const viewed = points.map((point, index): PagePoint => {
      const { value, change, note } = pointText(points[index - 1], point);
      if (!notes.has(note)) notes.set(note, notes.size);
      const place = places.get(point.run) ?? 0;
      return note === "" ? [place, value] : [place, value, change, notes.get(note)];
    });
    return { unit: `${file}#${unit}`, table, row, column, measure: measure ?? "", points: viewed };
  });
  return { runs: runs.map(([, time]) => [utcMinute(time), time.getTime()]), notes: [...notes.keys()], series };
}
