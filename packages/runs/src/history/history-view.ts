import { pointText, utcMinute } from "./history-text.ts";
import { collectSeries, type NumberFilter, type NumberOverRuns, requireColumn } from "./read-series.ts";
import { readStore, type StoreProblem } from "./read-store.ts";

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
 * the newest months.
 * @throws UserError where there is no store, or a month has too many numbers
 */
export function readHistoryView(
  store: string,
  filter: NumberFilter,
): Promise<{ readonly view: HistoryView; readonly problems: readonly StoreProblem[] }> {
  return readStore(store, ["numbers", "figures", "checks", "units"], async (opened) => {
    const storedCount = opened.files.reduce(
      (sum, { table, rowCount }) => sum + (table === "numbers" ? rowCount : 0),
      0,
    );
    const isNarrow = storedCount <= MAX_VIEWED || Object.keys(filter).length > 0;
    const all = isNarrow ? await collectSeries(opened, "numbers", filter, MAX_VIEWED) : undefined;
    const hasAll = all?.isWhole === true;
    const numbers = hasAll ? all : await collectSeries(opened, "figures", filter, MAX_VIEWED);
    const { series, isWhole } = numbers;
    const checks = await collectSeries(opened, "checks", filter, MAX_VIEWED);
    requireColumn(filter, [numbers, checks]);
    const omissions = [
      ...(hasAll ? [] : ["The page has only the numbers of totals, because there are too many others."]),
      ...(isWhole && checks.isWhole ? [] : ["The page has only the newest months."]),
    ];
    const view = viewOf([...series, ...checks.series]);
    const { problems } = opened;
    return { view: omissions.length === 0 ? view : { ...view, omission: omissions.join(" ") }, problems };
  });
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
