/** An error of the service about a request. `ServiceErrorItem` has this form. */
export interface RefusalText {
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly source?: { readonly pointer?: string | undefined; readonly parameter?: string | undefined } | undefined;
}

export interface RefusalScope {
  /** The unit for which the service reported the error. */
  readonly unit?: string | undefined;
  /** The units of the request in their order; by default those of the file. */
  readonly units?: readonly string[] | undefined;
}
