import type { Findings } from "./findings.ts";
import { looksSecret } from "./rules/secrets.ts";
import { quoted } from "./text/words.ts";

/**
 * Looks at every text and number of a parsed value, whatever the family, for what would not arrive as written.
 * Answers how many members all objects have: fewer than the text's mean that a key stands twice.
 * `unusualText` says that the text has escapes or broken characters at all, so that most files are spared the search.
 */
export function inspectValue(value: unknown, unusualText: boolean, findings: Findings): number {
  const path: (string | number)[] = [];
  let members = 0;

  const inspectText = (text: string, at: "key" | "value") => {
    if (!text.isWellFormed()) {
      findings.add({
        code: "broken-text",
        severity: "error",
        message: "Half of a surrogate pair stands alone here: it is no character, and cannot be sent.",
        path: [...path],
        at,
      });
    } else if (text.includes("\u0000")) {
      findings.add({
        code: "control-character",
        severity: "warning",
        message: `${quoted(text)} holds the character U+0000, which ends a text for many programs.`,
        path: [...path],
        at,
      });
    }
  };
  const inspect = (inner: unknown): void => {
    if (typeof inner === "string") {
      if (unusualText) inspectText(inner, "value");
      if (looksSecret(inner)) {
        findings.add({
          code: "secret",
          severity: "warning",
          message:
            "This looks like a secret. Credentials belong to the connection, not into a file that is checked in.",
          path: [...path],
          at: "value",
        });
      }
    } else if (typeof inner === "number") {
      if (Number.isFinite(inner)) return;
      findings.add({
        code: "number-range",
        severity: "error",
        message: "The number is too large: it would be read as infinity.",
        path: [...path],
        at: "value",
      });
    } else if (Array.isArray(inner)) {
      for (let index = 0; index < inner.length; index++) {
        path.push(index);
        inspect(inner[index]);
        path.pop();
      }
    } else if (inner !== null && typeof inner === "object") {
      for (const [key, member] of Object.entries(inner)) {
        members++;
        path.push(key);
        if (unusualText) inspectText(key, "key");
        inspect(member);
        path.pop();
      }
    }
  };
  inspect(value);
  return members;
}
