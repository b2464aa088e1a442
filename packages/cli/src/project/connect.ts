import type { ConnectionEntry } from "@analytics-engines/runs/project";
import { type ConnectOptions, connectFromEnvironment } from "@analytics-engines/runs/run";
import packageJson from "../../package.json" with { type: "json" };

/**
 * Opens a client of the service that the options and the environment name.
 * @param named the connection of the project file
 * @throws UserError, which repeats no credential
 */
export function connectCommand(options: ConnectOptions, named?: ConnectionEntry) {
  const userAgent = `analytics-engines-cli/${packageJson.version}`;
  return connectFromEnvironment({ ...options, userAgent }, process.env, named);
}
