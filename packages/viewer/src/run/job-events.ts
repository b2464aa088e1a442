import { isObject } from "@analytics-engines/core/basics";
import type { TemplateResult } from "lit";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { momentText } from "../text.ts";
import type { JobEvent } from "./viewed-run.ts";

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
