import type { Clock } from "../clock.ts";
import type { FamilyAdapter } from "./family-adapter.ts";
import type { JobHandle } from "./handle.ts";

/** For how long a gateway may still deliver the last create of a job, ms. Until then, that the service does not know the job proves nothing. */
export function undeliveredMs(
  handle: Pick<JobHandle, "createdAt"> | undefined,
  { deliveryMs }: Pick<FamilyAdapter, "deliveryMs">,
  clock: Clock,
): number {
  const left = Date.parse(handle?.createdAt ?? "") + deliveryMs - clock.now();
  return Number.isNaN(left) ? deliveryMs : Math.min(Math.max(left, 0), deliveryMs);
}
