// The script of the page in which our grid is measured beside its peer.
import { agGrid } from "./ag-grid.ts";
import type { GridData, MeasuredGrid } from "./measured-grid.ts";
import { ourGrid } from "./our-grid.ts";

const grids = { ours: ourGrid, "AG Grid": agGrid };

export type GridName = keyof typeof grids;

let currentGrid: MeasuredGrid | undefined;

function main(): HTMLElement {
  const element = document.querySelector("main");
  if (element === null) throw new Error("the page has no main element");
  return element;
}

function grid(): MeasuredGrid {
  if (currentGrid === undefined) throw new Error("no grid is shown");
  return currentGrid;
}

/** The time after the next frame is drawn. */
function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(undefined);
    });
  });
}

/** Milliseconds from the start of the work to the frame after it. */
async function timed(work: () => Promise<void> | void, isDone = () => true): Promise<number> {
  await nextFrame();
  const started = performance.now();
  await work();
  let frameTime = await nextFrame();
  while (!isDone()) frameTime = await nextFrame();
  return frameTime - started;
}

function makeData(rows: number, columns: number): GridData {
  return {
    names: Array.from({ length: rows }, (_, row) => `Holding ${row}`),
    numbers: Array.from({ length: columns - 1 }, (_, index) =>
      Float64Array.from({ length: rows }, (_, row) => ((row * 7919 + index * 104_729) % 2_000_003) / 100),
    ),
  };
}

const measures = {
  /** Milliseconds until the first numbers show. */
  show(name: GridName, rows: number, columns: number): Promise<number> {
    currentGrid = grids[name]();
    const show = currentGrid.prepare(makeData(rows, columns), main());
    return timed(show, currentGrid.hasNumbers);
  },
  sort: (column: number) => timed(() => grid().sort(column)),
  search: (text: string) => timed(() => grid().search(text)),
  /** Scrolls down by this many pixels in each frame, as a wheel does. */
  async scroll(frames: number, pixels: number): Promise<void> {
    const scroller = grid().scroller();
    scroller.scrollTop = 0;
    for (let frame = 1; frame <= frames; frame++) {
      scroller.scrollTop = frame * pixels;
      await nextFrame();
    }
  },
};

declare global {
  /** See src/peers/page.ts. */
  var peers: typeof measures;
}
globalThis.peers = measures;
