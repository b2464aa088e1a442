import type { FamilyId, FamilyWith, families } from "../families/families.ts";
import type { RequestModels } from "../families/index.ts";
import type { Table } from "../results/table.ts";
import { type Client, type ClientOptions, createServiceClient } from "../service/client/client.ts";
import type { ComputeConnection, ComputedFile, ComputeOptions, UnitComputeOptions } from "./compute-job.ts";

type UnitFamilyId = FamilyWith<{ answers: "units" }>;
type RequestOf<Id extends FamilyId> = RequestModels[(typeof families)[Id]["model"]];

/**
 * A request of these units. The ids are inferred from its `data`, and not the whole request: so TypeScript refuses a misspelt property, as it
 * does for a `create`.
 */
type RequestOfUnits<Id extends UnitFamilyId, Unit extends string> = Omit<RequestOf<Id>, "data"> & {
  readonly data?: { readonly [Name in Unit]: NonNullable<RequestOf<Id>["data"]>[string] } | null | undefined;
};

/** What computes one unit without a run folder. */
export interface UnitCompute<Id extends UnitFamilyId, Result> {
  /**
   * Computes one unit, and resolves to its result: tables, or for `pub` the file of the report. For a notebook or a test: **if the process
   * ends first, the result is lost.** Neither the id of the job nor the bytes are written down. The job goes on at the service, and nobody can
   * read its result there. The result is in memory as a whole. For what must survive, run files into a folder, or use `submit` and `collect`
   * with a journal.
   *
   * @throws TypeError for a request that cannot be sent, PreflightError, ComputeError, and the signal's reason
   */
  compute<Unit extends string>(
    request: RequestOfUnits<Id, Unit>,
    options?: UnitComputeOptions<NoInfer<Unit>>,
  ): Promise<Result>;
}

/** What computes a job with one result without a run folder. */
export interface JobCompute<Id extends FamilyId, Result> {
  /**
   * Computes one job, and resolves to its result: tables, or for `fiab` the document of the calculation. For a notebook or a test: **if the
   * process ends first, the result is lost.** Neither the id of the job nor the bytes are written down. The job goes on at the service, and
   * nobody can read its result there. The result is in memory as a whole. For what must survive, run files into a folder, or use `submit` and
   * `collect` with a journal.
   *
   * @throws TypeError for a request that cannot be sent, PreflightError, ComputeError, and the signal's reason
   */
  compute(request: RequestOf<Id>, options?: ComputeOptions): Promise<Result>;
}

/** A client that also computes: each family has `compute` beside the operations of its jobs. */
export type ComputingClient = ReturnType<typeof withCompute>;

/**
 * Creates a client of one connection that also computes. It sends nothing before the first call.
 * @throws TypeError for an invalid option
 *
 * @example
 * ```ts
 * import { basicAuth, createClient } from "@analytics-engines/core";
 *
 * const client = createClient({ baseUrl: "https://api.vendor.example", auth: basicAuth("NAME-1", "key") });
 * const { data } = await client.lookups.currencies.list();
 * console.log(Object.keys(data.data));
 * ```
 */
export function createClient(options: ClientOptions) {
  return withCompute(createServiceClient(options), options);
}

/**
 * Adds `compute` to each family of a client. The jobs are loaded with the first call.
 * @param options the clock and the random numbers of the client
 */
export function withCompute(client: Client, { clock, random }: Pick<ClientOptions, "clock" | "random"> = {}) {
  const connection: ComputeConnection = { client, clock, random };
  const load = () => import("./compute-job.ts");
  const unitTables = <Id extends UnitFamilyId>(family: Id): UnitCompute<Id, readonly Table[]> => ({
    compute: async (request, options) => (await load()).computeTables(connection, family, request, options),
  });
  const unitFile = <Id extends UnitFamilyId>(family: Id): UnitCompute<Id, ComputedFile> => ({
    compute: async (request, options) => (await load()).computeFile(connection, family, request, options),
  });
  const jobTables = <Id extends FamilyId>(family: Id): JobCompute<Id, readonly Table[]> => ({
    compute: async (request, options) => (await load()).computeTables(connection, family, request, options),
  });
  const jobFile = <Id extends FamilyId>(family: Id): JobCompute<Id, ComputedFile> => ({
    compute: async (request, options) => (await load()).computeFile(connection, family, request, options),
  });
  const { pa, spar, vault, pub, quant, fi, fiab, afi, axp, bpm, fpo, npo } = client;
  return {
    ...client,
    pa: { ...pa, calculations: { ...pa.calculations, ...unitTables("pa") } },
    spar: { ...spar, calculations: { ...spar.calculations, ...unitTables("spar") } },
    vault: { ...vault, calculations: { ...vault.calculations, ...unitTables("vault") } },
    pub: { ...pub, calculations: { ...pub.calculations, ...unitFile("pub") } },
    quant: { ...quant, calculations: { ...quant.calculations, ...unitTables("quant") } },
    fi: { ...fi, calculations: { ...fi.calculations, ...jobTables("fi") } },
    fiab: { ...fiab, calculations: { ...fiab.calculations, ...jobFile("fiab") } },
    afi: { ...afi, optimizations: { ...afi.optimizations, ...jobTables("afi") } },
    axp: { ...axp, optimizations: { ...axp.optimizations, ...jobTables("axp") } },
    bpm: { ...bpm, optimizations: { ...bpm.optimizations, ...jobTables("bpm") } },
    fpo: { ...fpo, optimizations: { ...fpo.optimizations, ...jobTables("fpo") } },
    npo: { ...npo, optimizations: { ...npo.optimizations, ...jobTables("npo") } },
  };
}
