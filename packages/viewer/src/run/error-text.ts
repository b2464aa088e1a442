import type { ServiceErrorItem } from "@analytics-engines/core";
import { t } from "../l10n.ts";

/** An error of the service: title, detail, code, place and id. */
export function serviceErrorText({ code, title, detail, source, id }: ServiceErrorItem): string {
  const message = [title, detail].filter(Boolean).join(": ") || t("The service gave no message for this error.");
  const at = source?.pointer ?? source?.parameter;
  const marks = [code, at, id].filter(Boolean).join(", ");
  return marks === "" ? message : `${message} (${marks})`;
}
