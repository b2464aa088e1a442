import { isObject } from "../../json/value.ts";
import type { IssueFindings } from "../issues/findings.ts";
import type { IssueCode } from "../issues/issue.ts";
import { looksSecret } from "../text/secrets.ts";
import { quoted } from "../text/words.ts";

/** The number of members of all objects in a value. If the text has more, a name is repeated. */
export function countMembers(value: unknown): number {
  let members = 0;
  if (Array.isArray(value)) {
    // No iterator: a large file has tens of thousands of lists.
    for (let index = 0; index < value.length; index++)
      if (typeof value[index] === "object") members += countMembers(value[index]);
  } else if (isObject(value)) {
    // No look at whether a key is the object's own, as JSON.parse makes no other keys: it would double the time.
    for (const key in value) {
      members++;
      const inner = value[key];
      if (typeof inner === "object") members += countMembers(inner);
    }
  }
  return members;
}

/** Checks every text and number of a value, for any family: broken characters, infinite numbers, secrets. */
export function inspectValue(value: unknown, findings: IssueFindings): void {
  const path: (string | number)[] = [];
  const inspect = (inner: unknown): void => {
    if (typeof inner === "string") {
      inspectText(inner, path, "value", findings);
    } else if (typeof inner === "number") {
      inspectNumber(inner, path, findings);
    } else if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries()) {
        path.push(index);
        inspect(item);
        path.pop();
      }
    } else if (isObject(inner)) {
      for (const [key, member] of Object.entries(inner)) {
        path.push(key);
        inspectText(key, path, "key", findings);
        inspect(member);
        path.pop();
      }
    }
  };
  inspect(value);
}

function inspectText(
  text: string,
  path: readonly (string | number)[],
  at: "key" | "value",
  findings: IssueFindings,
): void {
  const add = (code: IssueCode, message: string) => findings.add({ code, message, path: [...path], at });
  if (!text.isWellFormed())
    add(
      "broken-text",
      "This contains half of a surrogate pair, which is not a character and cannot be sent. Remove it.",
    );
  else if (text.includes("\u0000"))
    add("control-character", `${quoted(text)} contains the character U+0000, which ends a text for many programs.`);
  else if (looksSecret(text))
    add(
      "secret",
      "This looks like a secret. Credentials belong to the connection, not into a file that is checked in.",
    );
}

function inspectNumber(number: number, path: readonly (string | number)[], findings: IssueFindings): void {
  if (Number.isFinite(number)) return;
  const message = "The number is too large: it would be read as infinity.";
  findings.add({ code: "number-range", message, path: [...path] });
}
