import { baseUrlProblem, isLoopback } from "@analytics-engines/core/basics";
import { SIMULATOR_ID } from "./connection-list.ts";
import type { ConnectionInfo } from "./types.ts";

/** The connection that a project file names. */
interface NamedConnection {
  readonly name: string;
  readonly baseUrl: string;
}

/**
 * Finds the connection of the user that leads where a project file says. The file only chooses among the connections of the user: requests and
 * credentials go to the address of the connection, never to that of the file. The simulator stands for an address of this machine.
 * @returns undefined if none has the origin, or several have it and neither the name nor the active connection tells which one
 */
export function matchingConnection(
  all: readonly ConnectionInfo[],
  active: ConnectionInfo | undefined,
  { name, baseUrl }: NamedConnection,
): ConnectionInfo | undefined {
  const { origin, hostname } = new URL(baseUrl);
  const matches = all.filter(
    (one) => baseUrlProblem(one.baseUrl) === undefined && new URL(one.baseUrl).origin === origin,
  );
  if (matches.length === 0 && isLoopback(hostname)) return all.find(({ id }) => id === SIMULATOR_ID);
  const [only] = matches.length === 1 ? matches : [];
  return only ?? matches.find((one) => one.name === name) ?? matches.find(({ id }) => id === active?.id);
}
