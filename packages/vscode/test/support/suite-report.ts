/** The report of the suites in the extension host, as JSON in the file that ANALYTICS_TEST_REPORT names. */
export interface SuiteReport {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly title: string; readonly error: string }[];
  readonly pending: readonly string[];
  /** The number of all tests, in the sample or not. */
  readonly total: number;
}
