import { type FamilyId, families } from "../families/families.ts";
import type { Client } from "../service/client.ts";
import { bareApi } from "./family-bare.ts";
import type { FamilyApi } from "./family-face.ts";
import { singleApi } from "./family-single.ts";
import { unitsApi } from "./family-units.ts";

/** Binds the jobs of a family to a client. */
export function familyApi(client: Client, id: FamilyId): FamilyApi {
  const { kind, version } = families[id];
  const base = `${client.baseUrl.replace(/\/+$/, "")}/analytics/engines/${id}/${version}/${kind}s`;
  const address = (jobId: string) => `${base}/${encodeURIComponent(jobId)}`;
  switch (id) {
    case "pa":
    case "spar":
    case "vault":
    case "pub":
      return unitsApi(client[id].calculations, address);
    case "quant":
      return unitsApi(client.quant.calculations, address);
    case "fi":
      return singleApi(client.fi.calculations, address);
    case "fiab":
      return bareApi(client.fiab.calculations, address);
    default:
      return singleApi(client[id].optimizations, address);
  }
}
