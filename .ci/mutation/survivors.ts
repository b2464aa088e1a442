/** A changed line of code that no test notices, and why that is right. */
export interface Survivor {
  /** Path from the root. */
  readonly file: string;
  /** The code as it is, and as the change has it. */
  readonly code: string;
  readonly replacement: string;
  readonly reason: string;
}

const ONLY_CONSUMED = "A look finds a job that is gone only where its result may have been in the lost answer.";

/** The survivors that stay. */
export const survivors: readonly Survivor[] = [
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: 'seen.state === "gone" && seen.mayBeConsumed === true',
    replacement: 'seen.state === "gone" || seen.mayBeConsumed === true',
    reason: ONLY_CONSUMED,
  },
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: "seen.mayBeConsumed === true",
    replacement: "true",
    reason: ONLY_CONSUMED,
  },
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: "{ once: true }",
    replacement: "{}",
    reason: "A signal aborts once, and the listener is removed after the wait.",
  },
  {
    file: "packages/core/src/jobs/collect/job-presence.ts",
    code: "{ // An unreadable status proves nothing: the next result is read as this one was. return false; }",
    replacement: "{}",
    reason: "A function that returns nothing says `false` to its caller, too.",
  },
  {
    file: "packages/core/src/jobs/collect/job-presence.ts",
    code: "[]",
    replacement: '["Stryker was here"]',
    reason: "A job whose results are read has the reports of its units.",
  },
];
