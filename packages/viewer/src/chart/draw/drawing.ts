/** The data at the mouse, or at the place that a reader reached with the arrow keys. */
export interface Hit {
  /** The place of the data, in pixels of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly lines: readonly { readonly color: string; readonly name: string; readonly text: string }[];
}

export interface Drawing {
  readonly element: SVGSVGElement;
  readonly width: number;
  readonly height: number;
  readonly hit: (x: number, y: number) => Hit | undefined;
  /** The places that the arrow keys reach, in order. */
  readonly readings: Readings;
  /** The area between the axes, if the chart is of dates and can be zoomed. */
  readonly timeBox?: Box;
}

export interface Readings {
  readonly count: number;
  readonly at: (index: number) => Hit | undefined;
  /** How many places the up and down keys move; by default one. */
  readonly stride?: number;
}

export interface DrawingSize {
  readonly width: number;
  /** The height of the view; many bars make the drawing higher. */
  readonly height: number;
  /** For high contrast: series differ by more than their colour. */
  readonly patterned?: boolean;
  /** The part of the days that a chart over time shows: from and to, each from 0 to 1. */
  readonly span?: PixelSpan;
}

export type PixelSpan = readonly [from: number, to: number];

/** The area inside the axes, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
