import { type FamilyId, families } from "../../families/families.ts";
import type { Client } from "../../service/client/client.ts";
import type { FamilyAdapter } from "./family-adapter.ts";
import { bareApi } from "./family-bare.ts";
import { singleApi } from "./family-single.ts";
import { unitsApi } from "./family-units.ts";

/** The jobs of a family on a client. */
export function familyApi(client: Client, id: FamilyId): FamilyAdapter {
  const { kind, version } = families[id];
  const base = `${client.baseUrl}/analytics/engines/${id}/${version}/${kind}s`;
  const common = {
    // Also for an id that no request can have: people read it.
    address: (jobId: string) => `${base}/${encodeURIComponent(jobId.toWellFormed())}`,
    deliveryMs: client.attemptTimeoutSeconds * 1000,
  };
  switch (id) {
    case "pa":
    case "spar":
    case "vault":
    case "pub":
      return unitsApi(client[id].calculations, common);
    case "quant":
      return unitsApi(client.quant.calculations, common);
    case "fi":
      return singleApi(client.fi.calculations, common);
    case "fiab":
      return bareApi(client.fiab.calculations, common);
    default:
      return singleApi(client[id].optimizations, common);
  }
}
