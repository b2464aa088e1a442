import { type ConnectionEntry, connectionOf, findProject, openProject } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import { type ConnectOptions, connectFromEnvironment } from "@analytics-engines/runs/run";
import { connectCommand, withUserAgent } from "../connection/connect.ts";

export interface ConnectionOptions extends Pick<ConnectOptions, "baseUrl"> {
  /** The name of a connection of the project file. */
  readonly connection?: string;
}

/** A connection of the service, as the environment, the options and the project file name it. */
export type ServerConnection = ReturnType<typeof connectFromEnvironment>;

/**
 * Opens the connection of a folder, and keeps it: a project file that changes later does not lead elsewhere. Without credentials in the
 * environment it asks for a profile once, as the server starts; a connection that cannot be opened then may come from the environment and the
 * project file at its first use.
 * @throws UserError if the project file has no connection of the name in the options
 */
export async function createConnector(folder: string, options: ConnectionOptions): Promise<() => ServerConnection> {
  const chosenEntry = options.connection === undefined ? undefined : entryNamed(folder, options.connection);
  const findEntry = () => chosenEntry ?? connectionOf(projectIn(folder), undefined);
  let connection: ServerConnection | undefined;
  try {
    connection = await connectCommand(options, findEntry());
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
  return () => {
    connection ??= connectFromEnvironment(withUserAgent(options), process.env, findEntry());
    return connection;
  };
}

/** Whether the project file calls the origin of a connection production, under any name. */
export function isProduction(folder: string, { origin }: ServerConnection): boolean {
  return Object.values(projectIn(folder)?.project.connections ?? {}).some(
    (connection) => connection.isProduction === true && new URL(connection.baseUrl).origin === origin,
  );
}

function projectIn(folder: string) {
  return openProject(findProject(folder), undefined, folder);
}

function entryNamed(folder: string, name: string): ConnectionEntry {
  const connections = projectIn(folder)?.project.connections ?? {};
  const connection = Object.hasOwn(connections, name) ? connections[name] : undefined;
  if (connection !== undefined) return { name, source: "the option --connection", connection };
  const connectionNames = Object.keys(connections);
  const advice = connectionNames.length === 0 ? "Add it there." : `Name one of these: ${connectionNames.join(", ")}.`;
  throw new UserError(`analytics-engines.json has no connection of the name in --connection. ${advice}`);
}
