/** Code that decides whether a job is created twice or a result is lost, with the tests beside it. */
export interface Area {
  readonly name: string;
  /** Globs from the root. */
  readonly sources: readonly string[];
  readonly tests: string;
}

const jobs = "packages/core/src/jobs";
const folder = "packages/runs/src/folder";

export const areas: readonly Area[] = [
  { name: "create", sources: [`${jobs}/{create-job,resend,job-presence,policy}.ts`], tests: `${jobs}/*.test.ts` },
  { name: "watch", sources: [`${jobs}/{watch,watch-step,watched-api,run-job}.ts`], tests: `${jobs}/*.test.ts` },
  { name: "read", sources: [`${jobs}/{read-once,read-results,keep-result}.ts`], tests: `${jobs}/*.test.ts` },
  { name: "journal", sources: [`${folder}/journal/!(*.test).ts`], tests: `${folder}/**/*.test.ts` },
  { name: "lock", sources: [`${folder}/lock/!(*.test).ts`], tests: `${folder}/**/*.test.ts` },
  { name: "store", sources: [`${folder}/results/{run-store,write-body}.ts`], tests: `${folder}/**/*.test.ts` },
];
