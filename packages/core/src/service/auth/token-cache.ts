import type { Clock } from "../../clock.ts";
import { TOKEN_MARGIN_SECONDS, TOKEN_RETRY_SECONDS } from "../policy.ts";
import type { Auth } from "./auth.ts";

export interface Token {
  readonly header: string;
  readonly expiresInSeconds?: number | undefined;
}

/**
 * Keeps a token while it is valid. All callers share one call to `fetchToken`; the abort of one caller's signal does not end it for
 * the others.
 */
export function createTokenCache(clock: Clock, fetchToken: () => Promise<Token>): Auth {
  let current: { header: string; renewAt: number; expiresAt: number } | undefined;
  let inFlight: Promise<string> | undefined;

  const renew = async () => {
    const { header, expiresInSeconds } = await fetchToken();
    const life = expiresInSeconds === undefined || Number.isNaN(expiresInSeconds) ? Infinity : expiresInSeconds;
    const margin = Math.min(TOKEN_MARGIN_SECONDS, life / 5);
    const expiresAt = clock.now() + life * 1000;
    current = { header, expiresAt, renewAt: expiresAt - margin * 1000 };
    return header;
  };
  const shared = () => {
    inFlight ??= renew().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };

  return {
    async authorization(signal) {
      signal?.throwIfAborted();
      const token = current;
      if (token !== undefined && clock.now() < token.renewAt) return token.header;
      try {
        return await unlessAborted(shared(), signal);
      } catch (error) {
        if (signal?.aborted || token === undefined || token !== current || clock.now() >= token.expiresAt) throw error;
        // The present token is still valid.
        token.renewAt = clock.now() + TOKEN_RETRY_SECONDS * 1000;
        return token.header;
      }
    },
    rejected(header) {
      if (current?.header === header) current = undefined;
      return true;
    },
  };
}

function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
