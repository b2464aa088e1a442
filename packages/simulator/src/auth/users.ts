import type { FamilyId } from "@analytics-engines/core/families";
import type { JWK } from "jose";

export interface SimulatorUser {
  readonly username: string;
  readonly password: string;
  /** The families that the user may use. Default: all. */
  readonly families?: readonly FamilyId[];
}

/** A bearer token that stands for a user. */
export interface SimulatorToken {
  readonly token: string;
  readonly username: string;
}

/** A client that may ask for tokens with an assertion signed by its key. */
export interface OAuthClient {
  readonly clientId: string;
  /** The public key, with its `kid`. */
  readonly jwk: JWK;
  /** The user that its tokens stand for. */
  readonly username: string;
}

export interface Users {
  /** Whose credentials an `Authorization` header holds; `undefined` for none or wrong ones. */
  authenticate(authorization: string | null, now: number): SimulatorUser | undefined;
  find(username: string): SimulatorUser | undefined;
  /** Lets a token stand for a user until `expiresAt` (milliseconds). */
  admit(token: string, username: string, expiresAt: number): void;
}

export function createUsers(users: readonly SimulatorUser[], tokens: readonly SimulatorToken[]): Users {
  const byName = new Map(users.map((user) => [user.username, user]));
  const byBasic = new Map(users.map((user) => [`${user.username}:${user.password}`, user]));
  const byToken = new Map(
    tokens.map(({ token, username }) => [token, { username, expiresAt: Number.POSITIVE_INFINITY }]),
  );
  return {
    authenticate(authorization, now) {
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
    find: (username) => byName.get(username),
    admit(token, username, expiresAt) {
      byToken.set(token, { username, expiresAt });
    },
  };
}
