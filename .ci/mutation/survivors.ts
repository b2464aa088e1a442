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
const ABORTS_ONCE = "A signal aborts once, and the listener is removed after the wait.";
const OWN_PROCESS = "A process finds itself among the processes.";
const NOTHING_ELSE = "Reading data throws errors for users and no others.";
const NOTHING_RETURNED = "A function that returns nothing returns `undefined`.";
const NO_HOLDER = "A lock that cannot be read has no holder, whatever the cause.";

const NO_RECORD = "Text that is no record has no checksum, whatever else it has.";
const WHOLE_SUM = "The text has exactly the length of the pattern.";
const SAME_FILE = "A file that is cut at its end stays as it is.";
const SAYS_FALSE = "A function that returns nothing says `false` to its caller, too.";
const ONE_SENTENCE = "Only the journal has a sentence of its own for a step that fails.";

/** The survivors that stay. */
export const survivors: readonly Survivor[] = [
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: 'jobState.state === "gone" && jobState.mayBeConsumed === true',
    replacement: 'jobState.state === "gone" || jobState.mayBeConsumed === true',
    reason: ONLY_CONSUMED,
  },
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: "jobState.mayBeConsumed === true",
    replacement: "true",
    reason: ONLY_CONSUMED,
  },
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: 'jobState.state === "gone"',
    replacement: "true",
    reason: "A look says only of a job that is gone that its result may have been in the lost answer.",
  },
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: "job.log.handle?.asked",
    replacement: "job.log.handle.asked",
    reason: "A create is in the journal before the job is looked for.",
  },
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: "{ once: true }",
    replacement: "{}",
    reason: ABORTS_ONCE,
  },
  {
    file: "packages/core/src/jobs/create/create-job.ts",
    code: "true",
    replacement: "false",
    reason: ABORTS_ONCE,
  },
  {
    file: "packages/core/src/jobs/collect/job-presence.ts",
    code: "{ // An unreadable status proves nothing: the next result is read as this one was. return false; }",
    replacement: "{}",
    reason: SAYS_FALSE,
  },
  {
    file: "packages/core/src/jobs/collect/job-presence.ts",
    code: "[]",
    replacement: '["Stryker was here"]',
    reason: "A job whose results are read has the reports of its units.",
  },
  {
    file: "packages/core/src/jobs/protocol/watched-api.ts",
    code: '"store"',
    replacement: '""',
    reason: ONE_SENTENCE,
  },
  {
    file: "packages/core/src/jobs/run/run-job.ts",
    code: "handle.jobId !== undefined",
    replacement: "true",
    reason: "A job whose progress is reported has an id.",
  },
  {
    file: "packages/core/src/jobs/run/ending.ts",
    code: "job.log.handle?.jobId",
    replacement: "job.log.handle.jobId",
    reason: "Before its create, no request of a job ends in an outage.",
  },
  {
    file: "packages/core/src/jobs/run/ending.ts",
    code: "handle?.phase",
    replacement: "handle.phase",
    reason: "A create is in the journal before it is sent.",
  },
  {
    file: "packages/core/src/jobs/watch/watch-step.ts",
    code: "contradiction !== undefined",
    replacement: "true",
    reason: "Only a contradiction lets their count reach its limit.",
  },
  {
    file: "packages/core/src/jobs/watch/watch.ts",
    code: '"end" in step',
    replacement: "true",
    reason: "A deadline always ends the watch.",
  },
  {
    file: "packages/core/src/jobs/collect/keep-result.ts",
    code: '"store"',
    replacement: '""',
    reason: ONE_SENTENCE,
  },
  {
    file: "packages/core/src/jobs/collect/read-once.ts",
    code: '""',
    replacement: '"Stryker was here!"',
    reason: "Each pattern looks for other words.",
  },
  {
    file: "packages/core/src/jobs/collect/read-results.ts",
    code: "false",
    replacement: "true",
    reason: "The info document of a failed unit is not read.",
  },
  {
    file: "packages/runs/src/folder/lock/holder.ts",
    code: '""',
    replacement: '"Stryker was here!"',
    reason: OWN_PROCESS,
  },
  {
    file: "packages/runs/src/folder/lock/holder.ts",
    code: "{ return undefined; }",
    replacement: "{}",
    reason: NOTHING_RETURNED,
  },
  {
    file: "packages/runs/src/folder/lock/run-lock.ts",
    code: '""',
    replacement: '"Stryker was here!"',
    reason: NO_HOLDER,
  },
  {
    file: "packages/runs/src/folder/lock/run-lock.ts",
    code: 'typeof value === "number"',
    replacement: "true",
    reason: "Every safe integer is a number.",
  },
  {
    file: "packages/runs/src/folder/lock/run-lock.ts",
    code: "{ return undefined; }",
    replacement: "{}",
    reason: NOTHING_RETURNED,
  },
  {
    file: "packages/runs/src/folder/lock/run-lock.ts",
    code: "readLockFile(path)?.content",
    replacement: "readLockFile(path).content",
    reason: NO_HOLDER,
  },
  {
    file: "packages/runs/src/folder/journal/journal-format.ts",
    code: '""',
    replacement: '"Stryker was here!"',
    reason: NO_RECORD,
  },
  {
    file: "packages/runs/src/folder/journal/journal-format.ts",
    code: "[]",
    replacement: '["Stryker was here"]',
    reason: NO_RECORD,
  },
  {
    file: "packages/runs/src/folder/journal/journal-file.ts",
    code: "wholeBytes < bytes",
    replacement: "true",
    reason: SAME_FILE,
  },
  {
    file: "packages/runs/src/folder/journal/journal-file.ts",
    code: "wholeBytes < bytes",
    replacement: "wholeBytes <= bytes",
    reason: SAME_FILE,
  },
  {
    file: "packages/runs/src/folder/journal/journal-file.ts",
    code: "state.slot ?? 1",
    replacement: "state.slot && 1",
    reason: "Without a record, the first slot is the next one in both cases.",
  },
  {
    file: "packages/runs/src/folder/journal/journal-state.ts",
    code: "content.length === 0 && commit.lines === 0",
    replacement: "false",
    reason: "The reader finds no lines in an empty journal, too.",
  },
  {
    file: "packages/runs/src/folder/journal/journal-lines.ts",
    code: '/^,"sum":"([\\da-f]{16})"\\}$/',
    replacement: '/,"sum":"([\\da-f]{16})"\\}$/',
    reason: WHOLE_SUM,
  },
  {
    file: "packages/runs/src/folder/journal/journal-lines.ts",
    code: '/^,"sum":"([\\da-f]{16})"\\}$/',
    replacement: '/^,"sum":"([\\da-f]{16})"\\}/',
    reason: WHOLE_SUM,
  },
  {
    file: "packages/runs/src/folder/journal/journal-lines.ts",
    code: "error instanceof JournalDamage",
    replacement: "true",
    reason: NOTHING_ELSE,
  },
  {
    file: "packages/runs/src/folder/journal/journal-format.ts",
    code: '"JournalDamage"',
    replacement: '""',
    reason: "The name of this error is never shown.",
  },
  {
    file: "packages/runs/src/folder/journal/journal-lines.ts",
    code: "!(error instanceof UserError)",
    replacement: "false",
    reason: NOTHING_ELSE,
  },
  {
    file: "packages/runs/src/folder/journal/journal-state.ts",
    code: "!(error instanceof JournalDamage)",
    replacement: "false",
    reason: NOTHING_ELSE,
  },
  {
    file: "packages/runs/src/folder/journal/journal-state.ts",
    code: '""',
    replacement: '"Stryker was here!"',
    reason: "A text that has a job id is never without it.",
  },
  {
    file: "packages/runs/src/folder/journal/journal-state.ts",
    code: "{ return false; }",
    replacement: "{}",
    reason: SAYS_FALSE,
  },
  {
    file: "packages/runs/src/folder/results/run-store.ts",
    code: "redact !== undefined",
    replacement: "true",
    reason: "Credentials that cannot be removed from a partial result do not hide why it is partial.",
  },
  {
    file: "packages/runs/src/folder/journal/journal-lines.ts",
    code: "sum === undefined",
    replacement: "false",
    reason: "A line without a checksum is refused as one with a wrong checksum is.",
  },
];
