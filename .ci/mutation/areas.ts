/** Code that decides whether a job is created twice or a result is lost, with the tests that run fast and can notice its changes. */
export interface Area {
  readonly name: string;
  /** Globs from the root. */
  readonly sources: readonly string[];
  /** Globs from the root. Code that runs in other processes is not changed, so tests of such processes have no part here. */
  readonly tests: readonly string[];
  /**
   * Modules that the code loads only when it needs them, from the root. They are loaded before the tests: the constants of a module that a test
   * loads count as code of this one test, but a change of them is too late there.
   */
  readonly loadedFirst?: readonly string[];
}

const jobs = "packages/core/src/jobs";
const folder = "packages/runs/src/folder";

const jobTests = [`${jobs}/**/!(*.e2e|*.long|*.isolated).test.ts`];

export const areas: readonly Area[] = [
  {
    name: "create",
    sources: [`${jobs}/create/!(*.test).ts`, `${jobs}/collect/job-presence.ts`, `${jobs}/policy.ts`],
    tests: jobTests,
  },
  {
    name: "watch",
    sources: [
      `${jobs}/watch/{watch,watch-step}.ts`,
      `${jobs}/protocol/watched-api.ts`,
      `${jobs}/run/{run-job,ending}.ts`,
    ],
    tests: jobTests,
  },
  { name: "read", sources: [`${jobs}/collect/{read-once,read-results,keep-result}.ts`], tests: jobTests },
  {
    name: "journal",
    sources: [`${folder}/journal/!(*.test).ts`],
    tests: [`${folder}/journal/!(*.long).test.ts`, `${folder}/durability.isolated.test.ts`],
    loadedFirst: [`${folder}/journal/read-entry.ts`],
  },
  {
    name: "lock",
    sources: [`${folder}/lock/!(*.test).ts`],
    tests: [`${folder}/lock/!(*.e2e).test.ts`],
  },
  {
    name: "store",
    sources: [`${folder}/results/{run-store,write-body}.ts`],
    tests: [`${folder}/results/{run-store,write-body,*.isolated}.test.ts`, `${folder}/durability.isolated.test.ts`],
  },
];
