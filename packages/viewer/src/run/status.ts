import type { UnitStatus } from "@analytics-engines/core";
import { css, html } from "lit";

const shown: Readonly<Record<UnitStatus, { readonly sign: string; readonly text: string }>> = {
  success: { sign: "✓", text: "success" },
  failure: { sign: "✕", text: "failure" },
  lost: { sign: "✕", text: "lost" },
  "timed-out": { sign: "⧖", text: "timed out" },
  canceled: { sign: "⊘", text: "canceled" },
  unknown: { sign: "?", text: "unknown" },
};

export function statusText(status: UnitStatus): string {
  return shown[status].text;
}

/** A sign and, for those who do not see it, its word. */
export function statusSign(status: UnitStatus) {
  return html`<span class="status ${status}" role="img" aria-label=${statusText(status)} title=${statusText(status)}
    >${shown[status].sign}</span
  >`;
}

export const statusStyle = css`
  .status {
    display: inline-block;
    width: 1.3em;
    text-align: center;
    font-weight: 700;
    color: var(--bad);
  }
  .status.success {
    color: var(--good);
  }
  .status.canceled,
  .status.unknown,
  .status.timed-out {
    color: var(--warn);
  }
`;
