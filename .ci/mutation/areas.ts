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

const JOBS = "packages/core/src/jobs";
const FOLDER = "packages/runs/src/folder";

const jobTests = [`${JOBS}/**/!(*.e2e|*.long|*.isolated).test.ts`];

export const areas: readonly Area[] = [
  {
    name: "create",
    sources: [`${JOBS}/create.ts`, `${JOBS}/policy.ts`],
    tests: jobTests,
  },
  {
    name: "watch",
    sources: [`${JOBS}/watch/watch.ts`, `${JOBS}/context.ts`, `${JOBS}/run/{run-job,outcome}.ts`],
    tests: jobTests,
  },
  { name: "read", sources: [`${JOBS}/collect/{read-once,read-results,save-result}.ts`], tests: jobTests },
  {
    name: "journal",
    sources: [`${FOLDER}/journal/!(*.test).ts`],
    tests: [`${FOLDER}/journal/!(*.long).test.ts`, `${FOLDER}/durability.isolated.test.ts`],
    loadedFirst: [`${FOLDER}/journal/read-entry.ts`],
  },
  {
    name: "lock",
    sources: [`${FOLDER}/lock/!(*.test).ts`],
    tests: [`${FOLDER}/lock/!(*.e2e).test.ts`],
  },
  {
    name: "store",
    sources: [`${FOLDER}/results/{run-store,write-body}.ts`],
    tests: [`${FOLDER}/results/{run-store,write-body,*.isolated}.test.ts`, `${FOLDER}/durability.isolated.test.ts`],
  },
];
