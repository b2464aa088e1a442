import * as z from "zod";
import {
  families,
  familyIds,
  familySchemas,
  type RequestModels,
  templateKinds,
  templateRequests,
  templateSchemas,
} from "../families/index.ts";
import { responseModels } from "../service/models/index.ts";
import type { SchemaNode } from "./schema-node.ts";

/** The schema of each request by the name of its model. The request of a commentary has only an id. */
const requests: ReadonlyMap<keyof RequestModels, z.ZodType> = new Map<keyof RequestModels, z.ZodType>([
  ...familyIds.map((id) => [families[id].model, familySchemas[id]] as const),
  ...templateKinds.map((kind) => [templateRequests[kind].model, templateSchemas[kind]] as const),
  [
    "PACommentaryParametersRoot",
    z.object({ data: z.object({ configurationid: z.string().nullish() }), meta: z.looseObject({}).nullish() }),
  ],
]);

/** Our schema of a request. */
export function requestSchema(name: keyof RequestModels): SchemaNode {
  return nodeOf(requests.get(name) ?? z.unknown());
}

/** Our schema of an answer. */
export function answerSchema(name: keyof typeof responseModels): SchemaNode {
  return nodeOf(responseModels[name]);
}

function nodeOf(model: z.core.$ZodType): SchemaNode {
  // What a model reads, and not what it makes of it.
  const schema = z.toJSONSchema(model, { unrepresentable: "any", io: "input" });
  return { schema, document: schema };
}
