import { parseObject } from "@analytics-engines/core/basics";
import * as z from "zod/mini";
import type { ConnectionInfo } from "./types.ts";

/** The credentials of a user. SecretStorage and the memory of the client hold them, and nothing else does. */
const storedCredentials = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("basic"), username: z.string(), password: z.string() }),
  z.object({ kind: z.literal("token"), token: z.string() }),
  z.object({
    kind: z.literal("oauth"),
    /** The content of the configuration file, which includes its private key. */
    configuration: z.string(),
    /** The address of the discovery document, if the configuration contains none. */
    wellKnownUri: z.exactOptional(z.string()),
  }),
]);
export type StoredCredentials = Readonly<z.infer<typeof storedCredentials>>;

/** Where credentials may be sent. The settings of an untrusted folder must not send them to another address. */
export type Destination = Pick<ConnectionInfo, "baseUrl" | "auth">;

/** Converts credentials to the text in SecretStorage, with the origin that they belong to. */
export function serializeCredentials(credentials: StoredCredentials, { baseUrl }: Destination): string {
  return JSON.stringify({ origin: new URL(baseUrl).origin, ...credentials });
}

/** Reads the credentials for a destination: `missing` if none are stored, `other` if they belong to another origin or kind. */
export function parseCredentials(
  text: string | undefined,
  { baseUrl, auth }: Destination,
): StoredCredentials | "missing" | "other" {
  if (text === undefined) return "missing";
  const stored = parseObject(text) ?? {};
  if (!URL.canParse(baseUrl) || stored["origin"] !== new URL(baseUrl).origin || stored["kind"] !== auth) return "other";
  return storedCredentials.safeParse(stored).data ?? "missing";
}
