import * as z from "zod";
import { type FamilyWith, families, familyIds, familySchemas, type RequestModels } from "../../families/index.ts";
import { anyCaseAnswer } from "../../families/respell.ts";
import {
  type AsRead,
  asRead,
  loose,
  looseEnum,
  looseList,
  looseMap,
  looseNumber,
  looseText,
  type ModelTypes,
  model,
  numberOrText,
  objects,
  root,
  rootWith,
  textOrJson,
  textsOrJson,
  toText,
} from "./loose.ts";

// The state of a job depends on these: the texts and numbers of a status have the types of the model, whatever the service sent.

const errorSource = z.looseObject({ pointer: textOrJson, parameter: textOrJson });
export interface ErrorSource extends z.output<typeof errorSource> {}

/** An item that is a bare text becomes the detail of an error. */
const errorItem = z.preprocess(
  (value) => (typeof value === "object" ? value : { detail: String(value) }),
  model({
    id: textOrJson,
    code: textOrJson,
    title: textOrJson,
    detail: textOrJson,
    source: errorSource.nullish().catch(undefined),
  }),
);
/** The model that the service calls `Error`. */
export interface ErrorItem extends z.output<typeof errorItem> {}

const errorItems = z.preprocess(asList, looseList<ErrorItem>(errorItem)).optional();
const clientErrorResponse = z.looseObject({ errors: errorItems });
/** The body of an answer of 400 and above. */
export interface ClientErrorResponse extends z.output<typeof clientErrorResponse> {}

const jobStates = ["Queued", "Executing", "Completed", "Cancelled"] as const;

const unitStatus = z
  .looseObject({
    status: looseEnum(["Queued", "Executing", "Success", "Failed", "Cancelled"], toText),
    errors: errorItems,
    error: errorItems,
    result: textOrJson,
    progress: textOrJson,
    points: numberOrText,
    warnings: z.preprocess(asList, textsOrJson).optional(),
  })
  .transform(({ error, ...unit }) => ({ ...unit, errors: unit.errors ?? error }));
/** `progress` is percent as text, `result` the address of the result. Errors that came as `error` are in `errors`. */
export interface CalculationUnitStatus extends z.output<typeof unitStatus> {}

// If the units of a job cannot be read, its state is unknown. So these objects are part of the outline.
const status = z.looseObject({
  calculationid: textOrJson,
  status: looseEnum(jobStates, toText),
  units: objects<CalculationUnitStatus>(unitStatus).nullish(),
});
export interface CalculationStatus extends z.output<typeof status> {}

const unitMeta = model({ info: textOrJson });
export interface CalculationUnitStatusMeta extends z.output<typeof unitMeta> {}
const statusMeta = model({ units: looseMap<CalculationUnitStatusMeta>(unitMeta).nullish() });
/** `info` of a unit is the address of its info document (`quant`). */
export interface CalculationStatusMeta extends z.output<typeof statusMeta> {}

/** The id comes as `calculationId`, `calculationid` or `id`. */
const info = z.looseObject({ calculationId: textOrJson, id: textOrJson }).transform((value) => ({
  ...value,
  calculationId: value.calculationId ?? value.id,
}));
export interface CalculationInfo extends z.output<typeof info> {}

const summary = model({
  status: looseEnum(jobStates),
  units: looseNumber,
  requestTime: looseText,
  lastPollTime: looseText,
});
/** Times are ISO 8601 with fractions of a second. */
export interface CalculationsSummary extends z.output<typeof summary> {}
const pagination = model({
  pageNumber: looseNumber,
  pageSize: looseNumber,
  totalPages: looseNumber,
  totalCalculations: looseNumber,
  nextPage: looseText,
  previousPage: looseText,
});
export interface PaginationInfo extends z.output<typeof pagination> {}
const paginationMeta = model({ pagination: pagination.nullish() });
export interface PaginationMeta extends z.output<typeof paginationMeta> {}

const event = model({ message: textOrJson, submissiondatetime: textOrJson, type: textOrJson });
export interface EventSummary extends z.output<typeof event> {}
const batchStatus = z.looseObject({
  id: textOrJson,
  status: looseEnum(["Pending", "InProgress", "Done", "Paused", "Cancelled", "Error"], toText),
  startdatetime: textOrJson,
  completiondatetime: textOrJson,
  progress: numberOrText,
  batchevents: looseList<EventSummary>(event),
});
/** `progress` is percent. */
export interface FIABCalculationStatus extends z.output<typeof batchStatus> {}
const batchSummary = model({ requesttime: looseText, lastpolltime: looseText });
export interface FIABCalculationStatusSummary extends z.output<typeof batchSummary> {}
const batchSummaries = objects<FIABCalculationStatusSummary>(batchSummary);
/** The jobs of `fiab` by id. The service has no name for this model. */
export interface FIABCalculationStatusSummaryMap extends z.output<typeof batchSummaries> {}

export const jobModels = {
  Error: anyCaseAnswer<ErrorItem>(errorItem),
  ClientErrorResponse: anyCaseAnswer<ClientErrorResponse>(clientErrorResponse),
  CalculationUnitStatus: anyCaseAnswer<CalculationUnitStatus>(unitStatus),
  CalculationStatusRoot: rootWith<CalculationStatus, CalculationStatusMeta>(status, statusMeta),
  CalculationInfoRoot: root<CalculationInfo>(loose(info)),
  CalculationsSummaryRoot: rootWith<Record<string, CalculationsSummary>, PaginationMeta>(
    looseMap<CalculationsSummary>(summary),
    paginationMeta,
  ),
  FIABCalculationStatus: anyCaseAnswer<FIABCalculationStatus>(batchStatus),
  FIABCalculationStatusSummaryMap: anyCaseAnswer<FIABCalculationStatusSummaryMap>(batchSummaries),
};
export type JobModels = ModelTypes<typeof jobModels>;

/** Puts a single value in a list. */
function asList(value: unknown): unknown {
  return value === null || value === undefined || Array.isArray(value) ? value : [value];
}

/** The models of the requests that the service returns. It does not return a request of `fiab`. */
export type JobModel = (typeof families)[FamilyWith<{ answers: "units" | "single" }>]["model"];

/** The parameters of a job, as `GET {id}` returns them. */
export type ParametersModels = { [Name in JobModel]: AsRead<RequestModels[Name]> };

export type Schemas = { readonly [Name in JobModel]: z.ZodType<ParametersModels[Name]> };

export const parametersModels = Object.fromEntries(
  familyIds
    .filter((id) => families[id].answers !== "bare")
    .map((id) => [families[id].model, asRead<unknown>(familySchemas[id])]),
) as Schemas;
