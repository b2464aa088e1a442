/** The provenance of the second attempt of a workflow run. */
export const nightlyProvenance = {
  server: "https://github.com",
  repository: "house/book",
  commit: "0123456789abcdef0123456789abcdef01234567",
  uncommitted: false,
  ref: "refs/heads/main",
  actor: "quant",
  workflow: {
    name: "Nightly",
    runId: 4242,
    runNumber: 17,
    attempt: 2,
    url: "https://github.com/house/book/actions/runs/4242/attempts/2",
  },
};
