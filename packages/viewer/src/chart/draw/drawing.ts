/** The data at the mouse. */
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
}

export interface DrawingSize {
  readonly width: number;
  /** The height of the view; many bars make the drawing higher. */
  readonly height: number;
  /** For high contrast: series differ by more than their colour. */
  readonly patterned?: boolean;
}

/** The area inside the axes, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
