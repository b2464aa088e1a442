/** One figure beside its peer or limit, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value is held against: a peer's figure or a limit, in the same unit. */
  readonly reference: number;
  /** `value / reference`. */
  readonly ratio: number;
  /** The target in words, e.g. "at most 1.15 times bare ky". */
  readonly target: string;
  readonly met: boolean;
}
