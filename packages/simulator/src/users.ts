import type { FamilyId } from "@analytics-engines/core/families";
import type { JWK } from "jose";

export interface SimulatorUser {
  readonly username: string;
  readonly password: string;
  /** The families that the user may use. Default: all. */
  readonly families?: readonly FamilyId[];
}

/** A bearer token of a user. */
export interface SimulatorToken {
  readonly token: string;
  readonly username: string;
}

/** A client that gets tokens for assertions that it signs with its key. */
export interface OAuthClient {
  readonly clientId: string;
  /** The public key, with its `kid`. */
  readonly jwk: JWK;
  /** The user whose rights its tokens have. */
  readonly username: string;
}

export type Users = ReturnType<typeof createUsers>;

/** Knows users by their passwords and tokens. */
export function createUsers(users: readonly SimulatorUser[], tokens: readonly SimulatorToken[]) {
  const byName = new Map(users.map((user) => [user.username, user]));
  const byBasic = new Map(users.map((user) => [`${user.username}:${user.password}`, user]));
  const byToken = new Map(
    tokens.map(({ token, username }) => [token, { username, expiresAt: Number.POSITIVE_INFINITY }]),
  );
  return {
    /** The user of an `Authorization` header; undefined for none, and for wrong credentials. `now` in milliseconds. */
    authenticate(authorization: string | null, now: number): SimulatorUser | undefined {
      const [, scheme = "", value = ""] = /^(\S+) +(\S+)$/.exec(authorization ?? "") ?? [];
      switch (scheme.toLowerCase()) {
        case "basic":
          return byBasic.get(Buffer.from(value, "base64").toString("utf8"));
        case "bearer": {
          const token = byToken.get(value);
          return token !== undefined && now < token.expiresAt ? byName.get(token.username) : undefined;
        }
        default:
          return undefined;
      }
    },
    find: (username: string) => byName.get(username),
    /** Makes a token valid for a user until `expiresAt` (milliseconds). */
    admit(token: string, username: string, expiresAt: number): void {
      byToken.set(token, { username, expiresAt });
    },
  };
}
