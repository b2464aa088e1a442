import type { Log } from "../github/log.ts";
import type { Credentials } from "./inputs.ts";

/** The members of a JSON Web Key that are secret: those of a private RSA or elliptic-curve key, and a symmetric key (RFC 7518). */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "k"] as const;

/** GitHub hides a secret wherever it stands, also by chance in a path or an id; below this length that is likely. */
const shortSecret = 6;

/**
 * Masks the secrets of credentials and what is derived from them, and nothing else: neither the user name nor the rest of an OAuth
 * configuration is secret, and GitHub drops outputs that hold a masked text. The configuration is not masked as one text either,
 * since the runner would mask each of its lines, down to a brace.
 */
export function maskCredentials(log: Log, credentials: Credentials): void {
  const secrets = secretsOf(credentials);
  for (const secret of secrets) log.mask(secret);
  if (secrets.some((secret) => secret.length < shortSecret)) {
    log.annotate(
      "warning",
      "A secret is so short that GitHub also hides it where it stands by chance in paths, ids and outputs.",
    );
  }
}

function secretsOf(credentials: Credentials): readonly string[] {
  switch (credentials.kind) {
    case "basic": {
      const { username, password } = credentials;
      return [password, Buffer.from(`${username}:${password}`).toString("base64")];
    }
    case "token":
      return [credentials.token];
    case "oauth":
      return privateMembers
        .map((member) => credentials.config.jwk[member])
        .filter((value) => typeof value === "string");
  }
}
