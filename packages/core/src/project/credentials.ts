import { isObject } from "../json/value.ts";
import type { IssueFindings } from "../parameters/issues/findings.ts";

/** Names of properties that hold credentials elsewhere, in lower case, without hyphens and underscores. */
const CREDENTIAL_NAMES =
  /^(?:password|passwd|passphrase|secret|clientsecret|token|accesstoken|bearertoken|apikey|key|privatekey|username|user|credentials?|authorization|auth|oauthconfig|oauth|jwk|clientid)$/;

/** The properties whose members have names of the user: a set may be called `token`. */
const maps: readonly string[] = ["sets", "connections", "families"];

/**
 * Reports each property that is named as a credential, and removes it from the value, so that it is one issue and its value is quoted nowhere.
 */
export function takeCredentials(root: unknown, findings: IssueFindings): void {
  const visit = (value: unknown, path: readonly string[]) => {
    if (!isObject(value)) return;
    const isMap = path.length === 1 && maps.includes(path[0] ?? "");
    for (const [name, inner] of Object.entries(value)) {
      if (isMap || !CREDENTIAL_NAMES.test(name.toLowerCase().replace(/[-_]/g, ""))) visit(inner, [...path, name]);
      else {
        findings.add({ code: "secret", message: "", path: [...path, name], at: "key" });
        delete value[name];
      }
    }
  };
  visit(root, []);
}
