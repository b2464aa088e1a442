import { type FamilyId, familyIds, messageOf, systemClock } from "@analytics-engines/core/basics";
import { type Client, connectionFault, faultReason, faultRemedy } from "@analytics-engines/core/client";
import { UserError } from "../user-error.ts";
import {
  type CheckedConnection,
  type ConnectionCheck,
  fails,
  type ProbeResult,
  skips,
  succeeds,
  warns,
} from "./probe.ts";

/** A clock that differs by more gets a warning, milliseconds. */
const MAX_DIFFERENCE_MS = 60_000;

/**
 * Compares the clock of this machine with the `Date` of an answer. The request has no credentials, so any answer will do. A wrong clock is a
 * warning: if the service refuses assertions for it, the check of the credentials says so.
 */
export async function checkClock(connection: CheckedConnection, signal: AbortSignal): Promise<ProbeResult> {
  const { baseUrl, fetch, settings, userAgent, clock = systemClock } = connection;
  const { host } = new URL(baseUrl);
  const sentAt = clock.now();
  let date: string | null;
  try {
    const headers = { accept: "application/json", ...(userAgent !== undefined && { "user-agent": userAgent }) };
    const response = await fetch(new Request(baseUrl, { headers, redirect: "manual", signal }));
    // The answer of a cache has the time of the first one.
    date = response.headers.has("age") ? null : response.headers.get("date");
    await response.body?.cancel();
  } catch (error) {
    if (signal.aborted) throw error;
    return describeSilence(error, host, settings);
  }
  const serviceTime = Date.parse(date ?? "");
  if (Number.isNaN(serviceTime)) return skips("the answer does not say its time");
  // A date has whole seconds.
  const differenceMs = serviceTime + 500 - (sentAt + clock.now()) / 2;
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Math.abs(differenceMs) <= MAX_DIFFERENCE_MS)
    return succeeds(`the clock of this machine is within ${Math.max(1, seconds)} s`);
  const off = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
  return warns(
    `the clock of this machine is ${off} ${differenceMs > 0 ? "behind" : "ahead"}`,
    "Set it by a time server: OAuth tokens and certificates depend on the time.",
  );
}

function describeSilence(error: unknown, host: string, settings: CheckedConnection["settings"]): ProbeResult {
  const reason = faultReason(error, error instanceof Error ? error : undefined);
  const remedy = faultRemedy(connectionFault(error) ?? "other", { address: settings.address, proxy: settings.proxy });
  return fails(`${host} gives no answer: ${reason}`, remedy);
}

/** Reads the list of currencies, which needs no permission for a family. */
export async function checkCredentials(
  { settings }: CheckedConnection,
  client: () => Client | Promise<Client>,
  signal: AbortSignal,
): Promise<ProbeResult> {
  try {
    await (await client()).probe({ signal });
    return succeeds(`the service accepts ${settings.credentials}`);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof UserError) return fails("no credentials can be used", error.message);
    switch (codeOf(error)) {
      case "forbidden":
        return succeeds(`the service accepts ${settings.credentials}, without permission for the list of currencies`);
      case "authentication":
        return fails(messageOf(error), `Check ${settings.credentials}, and that they are for this service.`);
    }
    return resultOfError(error);
  }
}

const ROOT = "Client:/";

/** A read that creates nothing and takes no result: a list of jobs or, of a family that has none, of strategies or curves. */
function readFamily(operations: Client[FamilyId], options: { readonly signal: AbortSignal }): Promise<unknown> {
  if ("strategies" in operations) return operations.strategies.list(ROOT, options);
  if ("discountCurves" in operations) return operations.discountCurves.list({}, options);
  const { calculations } = operations;
  return "pages" in calculations ? calculations.list({}, options) : calculations.list(options);
}

/** Whether the user may use each family. A missing permission is a warning, unless no family is permitted. */
export async function checkFamilies(
  client: Client,
  within: (name: string, step: (signal: AbortSignal) => Promise<ProbeResult>) => Promise<ProbeResult>,
): Promise<readonly ConnectionCheck[]> {
  const checks: ConnectionCheck[] = [];
  for (const family of familyIds) {
    const name = `permission ${family}`;
    checks.push({ name, ...(await within(name, (signal) => checkFamily(family, client, signal))) });
  }
  const isNonePermitted = checks.every(({ message }) => message === FORBIDDEN);
  return isNonePermitted ? checks.map((check) => ({ ...check, status: "problem" })) : checks;
}

const FORBIDDEN = "these credentials may not use it (403)";

async function checkFamily(family: FamilyId, client: Client, signal: AbortSignal): Promise<ProbeResult> {
  try {
    await readFamily(client[family], { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const code = codeOf(error);
    if (code === "forbidden")
      return warns(FORBIDDEN, `Ask the operator of the service for ${family}, or run no files of this family.`);
    // An empty list is a 404, and the service refuses a parameter only to those who may use the family.
    if (code !== "not-found" && code !== "bad-request") {
      const { message, remedy = "" } = resultOfError(error);
      return warns(message, remedy);
    }
  }
  return succeeds("these credentials may use it");
}

/** How much of the rate limit is left, by the headers of an answer. */
export async function checkRate(client: Client, signal: AbortSignal): Promise<ProbeResult> {
  const { rateLimit } = (await client.probe({ signal })).meta;
  if (rateLimit === undefined) return skips("the answers do not say it");
  const { limit, remaining, resetSeconds } = rateLimit;
  const message = `${remaining} of ${limit} requests are left for the next ${Math.ceil(resetSeconds)} s`;
  if (remaining >= limit / 10) return succeeds(message);
  return warns(message, "Wait, or stop other programs with these credentials: all share one limit.");
}

/** An error of the client, as the finding of a step. */
export function resultOfError(error: unknown): ProbeResult {
  if (error instanceof Error && "advice" in error && typeof error.advice === "string")
    return fails(error.message, error.advice);
  throw error;
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
