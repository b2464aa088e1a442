import type * as z from "zod";
import { type FamilyWith, families, familyIds, familySchemas, type RequestModels } from "../../families/index.ts";
import { type AsRead, asRead } from "./as-read.ts";

/** The models of the requests that the service returns. It does not return a request of `fiab`. */
type JobModel = (typeof families)[FamilyWith<{ answers: "units" | "single" }>]["model"];

/** The parameters of a job, as `GET {id}` returns them. */
export type ParametersModels = { [Name in JobModel]: AsRead<RequestModels[Name]> };

type Schemas = { readonly [Name in JobModel]: z.ZodType<ParametersModels[Name]> };

export const parametersModels = Object.fromEntries(
  familyIds
    .filter((id) => families[id].answers !== "bare")
    .map((id) => [families[id].model, asRead<unknown>(familySchemas[id])]),
) as Schemas;
