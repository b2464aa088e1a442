import type { Fetch } from "@analytics-engines/core";
import type { Clock } from "@analytics-engines/core/basics";

/** What watches the requests of a connection. */
export interface RequestWatch {
  readonly log: { debug(line: string): void; warn(line: string): void };
  readonly clock: Clock;
  /** Called after each request: whether the service answered, whatever the answer. */
  readonly onReach: (isReached: boolean) => void;
}

/**
 * Writes each request to the log: method, path, status, time and request key. An answer is written at the level `debug`, a refusal and a missing
 * answer at `warn`. The log gets no query, header or body, which can contain names and secrets.
 */
export function watchFetch(fetch: Fetch, { log, clock, onReach }: RequestWatch): Fetch {
  return async (request) => {
    const startMs = clock.now();
    const what = `${request.method} ${new URL(request.url).pathname}`;
    const time = () => `${clock.now() - startMs} ms`;
    try {
      const response = await fetch(request);
      onReach(true);
      const key = [...response.headers].find(([name]) => /^x-.*(?<!-api)-request-key$/.test(name))?.[1];
      const line = `${what} ${response.status}, ${time()}${key === undefined ? "" : `, request key ${key}`}`;
      if (response.status >= 400) log.warn(line);
      else log.debug(line);
      return response;
    } catch (error) {
      if (request.signal.aborted) {
        log.debug(`${what} was canceled after ${time()}`);
        throw error;
      }
      onReach(false);
      log.warn(`${what} got no answer after ${time()}`);
      throw error;
    }
  };
}
