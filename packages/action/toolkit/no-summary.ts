// Stands in for the toolkit's summary in its entry: `src/github/summary.ts` gets the real one, from a file of its own.
export const summary = undefined;
export const markdownSummary = undefined;
