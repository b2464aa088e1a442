import { baseUrlProblem, parseJsonValue } from "@analytics-engines/core/basics";
import * as z from "zod";

/** An entry of the keyring. The credentials are behind their address in one text, so that none can be stored without the other. */
const storedProfile = z.strictObject({
  version: z.literal(1),
  baseUrl: z.string().refine((address) => baseUrlProblem(address) === undefined),
  credentials: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("basic"), username: z.string(), password: z.string() }),
    z.strictObject({ kind: z.literal("token"), token: z.string() }),
    z.strictObject({ kind: z.literal("oauth"), configuration: z.string() }),
  ]),
});

export type StoredProfile = z.infer<typeof storedProfile>;

/** Credentials as the keyring has them: an OAuth configuration is the text of its file. */
export type ProfileCredentials = StoredProfile["credentials"];

/** The profile of an entry; undefined for what this version did not write. */
export function parseProfile(text: string): StoredProfile | undefined {
  return storedProfile.safeParse(parseJsonValue(text)).data;
}
