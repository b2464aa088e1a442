import type { Lookup } from "./answer-cache.ts";
import type { DirectoryEntries, NameEntry } from "./name-entry.ts";

/** The components found by looking into documents one after the other. */
export interface ComponentWalk {
  readonly found: readonly NameEntry[];
  /** Settles when the walk rests: at its end, or at a question that failed. Undefined while it rests. Never rejects. */
  readonly more: Promise<void> | undefined;
}

/** What a walk asks the service of one engine. */
interface WalkedNames {
  /** The documents in a directory. */
  directory(path: string): Lookup<DirectoryEntries>;
  componentsOf(document: string): Lookup<readonly NameEntry[]>;
}

/** Directories and documents looked into at most: what lies deeper is found by writing its path. */
export const maxQuestions = 40;

type Stop = { readonly directory: string } | { readonly document: string };

/**
 * The service has no list of all components, only one for each document. This walks the documents, those nearest to the roots first and one
 * question at a time. Calling the function starts the walk, or takes it up again.
 */
export function walkComponents(names: WalkedNames, roots: readonly string[]): () => ComponentWalk {
  const queue: Stop[] = roots.map((directory) => ({ directory }));
  const found: NameEntry[] = [];
  let asked = 0;
  let walking: Promise<void> | undefined;

  const ask = (stop: Stop) =>
    "directory" in stop ? names.directory(stop.directory) : names.componentsOf(stop.document);
  const next = () => (asked < maxQuestions ? queue[0] : undefined);

  async function walk(): Promise<void> {
    for (let stop = next(); stop; stop = next()) {
      try {
        if ("directory" in stop) {
          const { entries, directories } = await names.directory(stop.directory).ready;
          queue.push(...entries.map((document) => ({ document })), ...directories.map((directory) => ({ directory })));
        } else {
          found.push(...(await names.componentsOf(stop.document).ready));
        }
      } catch (error) {
        // A place that may not be looked into is passed by; where the service cannot be asked, the walk rests.
        if (!isRefusal(error)) return;
      }
      queue.shift();
      asked++;
    }
  }

  return () => {
    const stop = next();
    // What failed is asked again a while later: until then it is neither known nor being asked.
    const isStuck = stop && !walking && !ask(stop).isAsking && ask(stop).known === undefined;
    if (stop && !isStuck) {
      walking ??= walk().finally(() => {
        walking = undefined;
      });
    }
    return { found, more: walking };
  };
}

/** The service answered that there is no such thing, or that it is not for this user. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && (error.status === 404 || error.status === 403);
}
