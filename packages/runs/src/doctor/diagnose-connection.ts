import { systemClock } from "@analytics-engines/core/basics";
import type { Client } from "@analytics-engines/core/client";
import { type CheckedConnection, type ConnectionCheck, fails, type ProbeResult, skips, warns } from "./check.ts";
import { checkDisk, checkNode } from "./machine.ts";
import { checkName, checkProxy, checkTls } from "./network.ts";
import { checkClock, checkCredentials, checkFamilies, checkRate, resultOfError } from "./service.ts";

/** The longest that one step may take. */
const STEP_SECONDS = 15;

type Step = (signal: AbortSignal) => Promise<ProbeResult>;

/**
 * Checks what fails in practice when a program connects to the service, one thing after another, from this machine to the permissions of the
 * user: Node, name, proxy, TLS, clock, credentials, families, rate limit, disk. It creates no job and reads no result. A step that needs
 * one that failed is skipped.
 *
 * @throws the reason of the signal
 */
export async function* diagnoseConnection(connection: CheckedConnection): AsyncGenerator<ConnectionCheck, void, void> {
  const { clock = systemClock, signal, onStep, openClient, mayUseOtherProxy = false } = connection;
  let opening: Promise<Client> | undefined;
  const client = () => {
    opening ??= Promise.resolve().then(openClient);
    return opening;
  };
  /** The step that failed. */
  let failedName: string | undefined;

  async function within(name: string, step: Step): Promise<ProbeResult> {
    signal?.throwIfAborted();
    onStep?.(name);
    const limit = new AbortController();
    const stopTimer = clock.setTimer(STEP_SECONDS * 1000, () => limit.abort());
    const until = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
    const ended = new Promise<never>((_, reject) => {
      until.addEventListener("abort", () => reject(until.reason), { once: true });
    });
    try {
      return await Promise.race([step(until), ended]);
    } catch (error) {
      signal?.throwIfAborted();
      if (!limit.signal.aborted) return resultOfError(error);
      return fails(
        `there is no answer within ${STEP_SECONDS} s`,
        "Check that the network and its firewall reach the service, and whether they need a proxy; then try again.",
      );
    } finally {
      stopTimer();
    }
  }

  async function checked(name: string, step: Step): Promise<ConnectionCheck> {
    if (failedName !== undefined) return { name, ...skips(`it needs ${failedName}`) };
    const finding = await within(name, step);
    if (finding.status === "problem") failedName = name;
    return { name, ...finding };
  }

  /** A step that tries the direct way, which a host with a proxy of its own may not take. */
  const direct =
    (step: Step): Step =>
    async (until) => {
      const { status, message, remedy = "" } = await step(until);
      const isOpen = status === "problem" && mayUseOtherProxy && connection.proxy === undefined;
      if (isOpen) return warns(`${message}; a proxy of the system may still lead there`, remedy);
      return { status, message, ...(remedy !== "" && { remedy }) };
    };

  yield { name: "node", ...checkNode() };
  yield await checked(
    "name",
    direct(() => checkName(connection)),
  );
  yield await checked("proxy", (until) => checkProxy(connection, until));
  yield await checked(
    "tls",
    direct((until) => checkTls(connection, until)),
  );
  yield await checked("clock", (until) => checkClock(connection, until));
  yield await checked("credentials", (until) => checkCredentials(connection, client, until));
  if (failedName === undefined) yield* await checkFamilies(await client(), within);
  else yield { name: "permissions", ...skips(`it needs ${failedName}`) };
  yield await checked("rate limit", async (until) => checkRate(await client(), until));
  yield { name: "disk", ...(await checkDisk(connection.folder)) };
}
