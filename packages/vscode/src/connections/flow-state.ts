import type { ConnectionManager } from "./connections.ts";
import type { Draft } from "./draft.ts";

/** What the steps of one flow share. */
export interface Flow {
  readonly connections: ConnectionManager;
  readonly title: string;
  readonly draft: Draft;
  /** Makes a real call with what was entered. What is wrong is told in a sentence. */
  check(signal: AbortSignal): Promise<string | undefined>;
}
