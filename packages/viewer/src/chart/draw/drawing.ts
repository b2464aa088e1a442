/** What the mouse is over. */
export interface Hit {
  /** Where to point at, in pixels of the drawing. */
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
}

export interface Size {
  readonly width: number;
  /** Bars take the height that they need instead. */
  readonly height: number;
  /** Series differ by more than their colour: for high contrast. */
  readonly patterned?: boolean;
}

/** The inside of a chart, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
