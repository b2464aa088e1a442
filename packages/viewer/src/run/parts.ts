import type { UnitStatus } from "@analytics-engines/core";
import { isObject } from "@analytics-engines/core/basics";
import { css, svg, type TemplateResult } from "lit";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { momentText } from "../text.ts";
import { type Fact, statusText } from "./text.ts";
import type { JobEvent } from "./viewed-run.ts";

/** The parts of a sentence: text between backticks is code. A sentence that was cut within code has none. */
export function codeParts(text: string) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

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

/** A list of names and values. */
export function factList(facts: readonly Fact[]) {
  return html`<dl class="facts">
    ${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
  </dl>`;
}

export const factsStyle = css`
  .facts {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 3px 16px;
    margin: 0;
  }
  .facts dt {
    color: var(--text-quiet);
  }
  .facts dd {
    margin: 0;
    overflow-wrap: anywhere;
    user-select: text;
  }
`;

/** The events in the result of a job without tables, such as a batch; undefined if the text is none of these. */
export function jobEvents(result: unknown): readonly JobEvent[] | undefined {
  const events = isObject(result) ? result["batchevents"] : undefined;
  if (!Array.isArray(events)) return undefined;
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  return events.filter(isObject).map(({ type, message, submissiondatetime }) => ({
    type: textOf(type),
    message: textOf(message),
    time: textOf(submissiondatetime),
  }));
}

/** The events as a table, in the order of the service. */
export function eventTable(events: readonly JobEvent[]): TemplateResult {
  if (events.length === 0) return html`<p>${t("The service reported no events.")}</p>`;
  return html`<table class="events">
    <thead>
      <tr><th class="text">${t("Time")}</th><th class="text">${t("Type")}</th><th class="text">${t("Event")}</th></tr>
    </thead>
    <tbody>
      ${events.map(
        ({ time, type, message }) =>
          html`<tr><td class="text">${momentText(time)}</td><td class="text">${type}</td><td class="text">${message}</td></tr>`,
      )}
    </tbody>
  </table>`;
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves the focus between the buttons of a list, which is one tab stop: for `keydown`. The buttons have `data-key`. */
export function moveFocus(event: KeyboardEvent): void {
  const { currentTarget: list, target } = event;
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(list instanceof HTMLElement) || !(target instanceof HTMLButtonElement)) return;
  const buttons = [...list.querySelectorAll<HTMLButtonElement>("button[data-key]:not(:disabled)")];
  const index = buttons.indexOf(target);
  if (index < 0) return;
  event.preventDefault();
  const next = buttons[step(index, buttons.length)];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
}
