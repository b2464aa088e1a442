import type { Client } from "@analytics-engines/core";
import { baseUrlProblem, systemClock } from "@analytics-engines/core/basics";
import { freeBytesOf } from "../files/disk.ts";
import { nodeFetch, proxyFor, readTlsSettings } from "../network/fetch.ts";
import type { ConnectOptions, OpenedChoice } from "../project/connect.ts";
import type { ProfileChoice } from "../project/connection.ts";
import { UserError } from "../user-error.ts";
import { checkName, checkProxy, checkTls } from "./network.ts";
import {
  type CheckedConnection,
  type ConnectionCheck,
  checkClock,
  checkCredentials,
  checkFamilies,
  checkRate,
  fails,
  type ProbeResult,
  resultOfError,
  skips,
  succeeds,
  warns,
} from "./service.ts";

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

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The connection of a command, for `diagnoseConnection`.
 * @param opened its client, or why it cannot be opened, which the check of the credentials repeats
 * @throws UserError for an address or a certificate that cannot be used
 */
export function connectionToCheck(
  { userAgent }: ConnectOptions,
  env: Env,
  { baseUrl: { value: baseUrl, source: address } }: ProfileChoice,
  opened: OpenedChoice | UserError,
): Omit<CheckedConnection, "folder"> {
  const openClient = () => {
    if (opened instanceof UserError) throw opened;
    return opened.client;
  };
  // Says what is missing or wrong.
  if (baseUrlProblem(baseUrl) !== undefined) openClient();
  const tls = readTlsSettings(env);
  return {
    baseUrl,
    settings: opened instanceof UserError ? { address, credentials: "the credentials" } : opened.settings,
    proxy: proxyFor(new URL(baseUrl), env),
    tls,
    fetch: nodeFetch(env, tls),
    userAgent,
    openClient,
  };
}

const MIN_NODE = 22;
const GIBIBYTE = 1024 ** 3;
/** Below this, a run may end because its disk is full. */
const LOW_BYTES = GIBIBYTE;
/** Below this, a run reads no results. */
const MIN_BYTES = 64 * 1024 ** 2;

/** @param version of Node, such as `24.1.0` */
function checkNode(version = process.versions.node): ProbeResult {
  if (Number.parseInt(version, 10) >= MIN_NODE) return succeeds(version);
  return fails(`${version} is too old`, `Install Node ${MIN_NODE} or later.`);
}

/** @param freeBytes default: asks the system */
async function checkDisk(folder: string, freeBytes = freeBytesOf): Promise<ProbeResult> {
  const bytes = await freeBytes(folder);
  if (bytes === Infinity) return succeeds("the system does not say how much is free");
  const message = `${(bytes / GIBIBYTE).toFixed(1)} GiB are free for runs in this folder`;
  if (bytes >= LOW_BYTES) return succeeds(message);
  const remedy = "Free some space, or choose a folder for runs on another disk.";
  return bytes >= MIN_BYTES ? warns(message, remedy) : fails(message, remedy);
}
