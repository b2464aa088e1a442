import type { Log } from "../github/log.ts";
import type { InputCredentials } from "./inputs.ts";

/** The secret members of a JSON Web Key: those of a private RSA or elliptic-curve key, and those of a symmetric key (RFC 7518). */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "k"] as const;

/** GitHub hides a secret wherever it occurs, even by chance in a path or an id. That is likely for secrets shorter than this. */
const SHORT_SECRET = 6;

/**
 * Masks the secrets of credentials and the texts derived from them. The user name and the rest of an OAuth configuration are not masked:
 * they are not secret, and GitHub drops outputs with a masked text. The configuration is not masked as one text, since the runner would
 * mask each of its lines, even one with only a brace.
 */
export function maskCredentials(log: Log, credentials: InputCredentials): void {
  const secrets = secretsOf(credentials);
  for (const secret of secrets) log.mask(secret);
  if (secrets.some((secret) => secret.length < SHORT_SECRET)) {
    log.annotate(
      "warning",
      "A secret is so short that GitHub also hides it where it occurs by chance in paths, ids and outputs.",
    );
  }
}

function secretsOf(credentials: InputCredentials): readonly string[] {
  switch (credentials.kind) {
    case "basic": {
      const { username, password } = credentials;
      return [password, Buffer.from(`${username}:${password}`).toString("base64")];
    }
    case "token":
      return [credentials.token];
    case "oauth":
      return privateMembers
        .map((member) => credentials.configuration.jwk[member])
        .filter((value) => typeof value === "string");
  }
}
