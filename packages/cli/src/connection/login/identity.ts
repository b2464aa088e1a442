import type { Client } from "@analytics-engines/core/client";
import { hasCode } from "@analytics-engines/runs/host";
import { type ConnectionEntry, DEFAULT_PROFILE } from "@analytics-engines/runs/project";
import type { ServiceCredentials } from "@analytics-engines/runs/run";

/** The profile that a command is about: the one that the user names, or else that of the project file. */
export function profileNameOf(argument: string | undefined, connectionEntry: ConnectionEntry | undefined): string {
  return argument ?? connectionEntry?.name ?? DEFAULT_PROFILE;
}

/** What may be shown of credentials: their kind, and who the user is, which a token does not tell. */
export function describeCredentials(credentials: ServiceCredentials) {
  switch (credentials.kind) {
    case "basic":
      return {
        kind: credentials.kind,
        user: credentials.username,
        text: `user ${credentials.username} with an API key`,
      };
    case "token":
      return { kind: credentials.kind, user: undefined, text: "a token" };
    case "oauth": {
      const user = clientIdOf(credentials.configuration);
      return { kind: credentials.kind, user, text: `OAuth client ${user ?? "of unknown name"}` };
    }
  }
}

/** The id of an OAuth configuration that the client has read. */
function clientIdOf(configuration: unknown): string | undefined {
  const value: unknown = typeof configuration === "string" ? JSON.parse(configuration) : configuration;
  const isNamed = typeof value === "object" && value !== null && "clientId" in value;
  return isNamed && typeof value.clientId === "string" ? value.clientId : undefined;
}

/** Sends one small read, which shows whether the service accepts the credentials. @throws the client's error if it does not */
export async function askService(client: Client): Promise<void> {
  try {
    await client.probe();
  } catch (error) {
    // Who lacks the permission for this list is known to the service.
    if (!hasCode(error, "forbidden")) throw error;
  }
}
