import type { ValueAtPath } from "../fields.ts";
import type { IssueFinding } from "../issues/findings.ts";
import type { DocumentKind } from "../shapes/shape.ts";

/** A document in its canonical form, for rules that go beyond the schema. Rules accept any value, since the schema's errors are reported separately. */
export interface RuleContext {
  readonly kind: DocumentKind;
  readonly request: unknown;
  readonly payloads: readonly ValueAtPath[];
  /** Whether absolute dates are worth a hint. */
  readonly hintAbsoluteDates: boolean;
  /**
   * Reports a finding. Its path is that of the canonical form, and its array may be reused after the call. Fixes name keys as the file
   * spells them: see `pathInFile`.
   */
  report(finding: IssueFinding): void;
  /** A canonical path with the keys as the file spells them. */
  pathInFile(path: IssueFinding["path"]): IssueFinding["path"];
}
