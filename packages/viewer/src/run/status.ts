import type { UnitStatus } from "@analytics-engines/core";
import { css, svg } from "lit";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { statusText } from "./status-text.ts";

const circle = svg`<circle cx="7" cy="7" r="6" fill="currentColor" stroke="none" />`;
const cross = svg`<path class="on" d="M4.8 4.8l4.4 4.4M9.2 4.8l-4.4 4.4" />`;
const triangle = svg`<path d="M7 1.4L13.2 12.4H.8z M7 5.4v3.4 M7 10.4v.5" />`;

const signs = {
  success: svg`<path d="M2.6 7.4l3 3 5.8-6.6" />`,
  failure: svg`${circle}${cross}`,
  lost: svg`${circle}${cross}`,
  "timed-out": svg`<circle cx="7" cy="7" r="5.6" /><path d="M7 3.8V7.4l2.2 1.4" />`,
  canceled: svg`<circle cx="7" cy="7" r="5.6" /><path d="M3.2 10.8l7.6-7.6" />`,
  unknown: svg`<circle cx="7" cy="7" r="5.6" /><path d="M5.4 5.6a1.6 1.6 0 1 1 2.4 1.5c-.6.3-.8.6-.8 1.2M7 10.1v.4" />`,
  warning: triangle,
} as const satisfies Readonly<Record<UnitStatus | "warning", unknown>>;

/** A sign for a status, or for a success with warnings, with its name for screen readers. */
export function statusSign(status: UnitStatus | "warning") {
  const text = status === "warning" ? t("succeeded with warnings") : statusText(status);
  return html`<span class="status ${status}" role="img" aria-label=${text} title=${text}
    ><svg viewBox="0 0 14 14" aria-hidden="true">${signs[status]}</svg></span
  >`;
}

export const statusStyle = css`
  .status {
    flex: none;
    display: inline-flex;
    color: var(--bad);
  }
  .status svg {
    width: 14px;
    height: 14px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .status .on {
    stroke: var(--background);
  }
  .status.success {
    color: var(--good);
  }
  .status.canceled,
  .status.unknown,
  .status.timed-out,
  .status.warning {
    color: var(--warn);
  }
`;
