/** What the suite in the extension host tells the runner, as JSON in the file that ANALYTICS_TEST_REPORT names. */
export interface SuiteReport {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly title: string; readonly error: string }[];
  readonly pending: readonly string[];
}
