/** The parameters of a `pa` commentary: PACommentaryParameters. */
export interface PACommentaryParameters {
  /** The id of a commentary configuration. If it is missing, the service uses its default. */
  readonly configurationid?: string | null | undefined;
}

/** The request of a commentary on a unit: PACommentaryParametersRoot. */
export interface PACommentaryParametersRoot {
  readonly data: PACommentaryParameters;
  readonly meta?: object | null | undefined;
}
