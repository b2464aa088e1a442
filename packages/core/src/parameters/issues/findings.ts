import type { JsonPath } from "../../json/value.ts";
import type { FixMaker } from "./fixes.ts";
import { type IssueCode, issueKinds, type Severity } from "./issue.ts";

/** An issue before its place in the text is known. */
export interface Finding {
  readonly code: IssueCode;
  /** Default: the usual severity of the code. */
  readonly severity?: Severity;
  readonly message: string;
  /** The path, with keys as the file spells them. */
  readonly path: JsonPath;
  /** The part to underline: the member's name, the value (the default), or (where something is missing in it) the value's name or first character. */
  readonly at?: "key" | "value" | "start";
  /** Make the fixes once the place is known. */
  readonly fixes?: readonly FixMaker[];
}

/** Further findings are counted and not listed, because a file could otherwise fill the memory with them. */
export const MAX_FINDINGS = 10_000;

interface FindingsMark {
  readonly length: number;
  readonly errors: number;
  readonly dropped: Readonly<Record<Severity, number>>;
}

type Judged = Pick<Finding, "code" | "severity">;

/** How serious a finding is. */
export function severityOf({ severity, code }: Judged): Severity {
  return severity ?? issueKinds[code][0];
}

/** Collects findings up to the limit, and counts the rest. */
export class Findings<Item extends Judged = Finding> {
  readonly list: Item[] = [];
  readonly #dropped: Record<Severity, number> = { error: 0, warning: 0, hint: 0 };
  #errors = 0;

  add(finding: Item): void {
    const severity = severityOf(finding);
    if (severity === "error") this.#errors++;
    if (this.isFull) this.#dropped[severity]++;
    else this.list.push(finding);
  }

  /** Whether further findings are only counted. Then do not compute anything expensive for them: see `countError`. */
  get isFull(): boolean {
    return this.list.length >= MAX_FINDINGS;
  }

  /** Counts an error that is not listed. */
  countError(): void {
    this.#errors++;
    this.#dropped.error++;
  }

  /** The findings so far, to which `returnTo` leads back. */
  mark(): FindingsMark {
    return { length: this.list.length, errors: this.#errors, dropped: { ...this.#dropped } };
  }

  /** Forgets the findings since a mark. */
  returnTo({ length, errors, dropped }: FindingsMark): void {
    this.list.length = length;
    this.#errors = errors;
    Object.assign(this.#dropped, dropped);
  }

  /** How many errors were found, listed or not. */
  get errors(): number {
    return this.#errors;
  }

  /** What says how many findings are not listed, with their highest severity; undefined if all are listed. */
  overflow(): Pick<Finding, "code" | "severity" | "message"> | undefined {
    const { error, warning, hint } = this.#dropped;
    if (error + warning + hint === 0) return undefined;
    return {
      code: "too-many-issues",
      severity: error > 0 ? "error" : warning > 0 ? "warning" : "hint",
      message: `Not listed here: ${error} more errors, ${warning} more warnings, ${hint} more hints.`,
    };
  }
}
