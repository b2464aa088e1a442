import { BaseSequencer, type TestSpecification } from "vitest/node";

/** In a full run, each of these files takes seven minutes or more. */
const LONG_FILE =
  /\/runs\/(.*\/)?(crash|damage\/[\w-]+|kills|matrix-\w+|model|portfolio-soak|power-cut|soak|sweep)(\.\w+)?\.test\.ts$/;

/** Starts the long files first: the last one would otherwise keep one core busy for ten minutes while the others wait. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILE.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
