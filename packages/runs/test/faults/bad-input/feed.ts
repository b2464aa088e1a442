import { ServiceError } from "@analytics-engines/core";
import { ResultDecodeError } from "@analytics-engines/core/results";
import { isFull } from "../../../../core/test/support/sample.ts";
import { UserError } from "../../../src/user-error.ts";
import { createMutator, type Mutator } from "./mutate.ts";

/** Processor time of this process in seconds, so that other processes of the machine do not count. */
function secondsUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const MAX_SECONDS = 1;
/** `npm test` feeds this share of the inputs, always the same ones. */
const factor = isFull ? 1 : 0.2;

/**
 * Calls `act` with `count` mutators, each with a seed of its own, and returns what went wrong, in at most ten sentences. An input fails
 * if `act` throws an error that the project does not define or that has almost no message, or takes more than a second.
 */
export async function feed(count: number, act: (mutator: Mutator, index: number) => unknown): Promise<string[]> {
  const wrong: string[] = [];
  for (let index = 0; index < count * factor && wrong.length < 10; index++) {
    const started = secondsUsed();
    try {
      await act(createMutator(index + 1), index);
    } catch (error) {
      const isOurs = error instanceof ServiceError || error instanceof UserError || error instanceof ResultDecodeError;
      const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (!isOurs || error.message.length < 10)
        wrong.push(
          `input ${index}: ${said.slice(0, 300)} ${error instanceof Error ? error.stack?.split("\n")[1] : ""}`,
        );
    }
    const seconds = secondsUsed() - started;
    if (seconds > MAX_SECONDS) wrong.push(`input ${index} took ${seconds.toFixed(1)} s`);
  }
  return wrong;
}
