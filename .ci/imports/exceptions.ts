/** An import that the rules forbid, with the reason to allow it. Remove exceptions; add none. */
export interface Exception {
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

export const exceptions: readonly Exception[] = [
  {
    from: "packages/action/build.ts",
    to: "packages/viewer/build.ts",
    why: "the bundle contains the page of the report",
  },
  {
    from: "packages/vscode/bundle.ts",
    to: "packages/viewer/build.ts",
    why: "the bundle contains the page of results",
  },
  { from: "packages/bench/src/figures/report.ts", to: "packages/viewer/", why: "measures the page in a browser" },
  {
    from: "packages/action/test/validate/validate-sarif.e2e.test.ts",
    to: "packages/cli/test/support/sarif-schema.ts",
    why: "both write SARIF of the same schema",
  },
  {
    from: ".ci/generate/generate.test.ts",
    to: "packages/core/src/parameters/shapes/",
    why: "compares the written shapes with the schemas",
  },
  {
    from: ".ci/docs/endpoints-page.test.ts",
    to: "packages/core/src/service/throttle/retry.ts",
    why: "compares the page with the rule that sends requests again",
  },
];
