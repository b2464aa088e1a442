import type { UnitStatus } from "@analytics-engines/core";
import { css, html } from "lit";
import { statusText } from "./status-text.ts";

const signs: Readonly<Record<UnitStatus, string>> = {
  success: "✓",
  failure: "✕",
  lost: "✕",
  "timed-out": "⧖",
  canceled: "⊘",
  unknown: "?",
};

/** A sign for a status, with its name for screen readers. */
export function statusSign(status: UnitStatus) {
  const text = statusText(status);
  return html`<span class="status ${status}" role="img" aria-label=${text} title=${text}>${signs[status]}</span>`;
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
