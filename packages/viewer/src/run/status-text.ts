import type { UnitStatus } from "@analytics-engines/core";
import { t } from "../l10n.ts";

/** The statuses, the most urgent first. */
export const statusOrder: readonly UnitStatus[] = ["failure", "lost", "timed-out", "unknown", "canceled", "success"];

const texts: Readonly<Record<UnitStatus, string>> = {
  failure: t("failed"),
  lost: t("lost"),
  "timed-out": t("timed out"),
  unknown: t("unknown"),
  canceled: t("canceled"),
  success: t("succeeded"),
};

export function statusText(status: UnitStatus): string {
  return texts[status];
}
