/** The parameters of a `pa` commentary: PACommentaryParameters. */
export interface PACommentaryParameters {
  /** Id of a commentary configuration; the service's default where left out. */
  readonly configurationid?: string | null | undefined;
}

/** The request of a commentary on a unit: PACommentaryParametersRoot. */
export interface PACommentaryParametersRoot {
  readonly data: PACommentaryParameters;
  readonly meta?: object | null | undefined;
}
