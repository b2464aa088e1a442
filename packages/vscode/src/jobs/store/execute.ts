import type { ConnectionSettings } from "@analytics-engines/core";
import type { Clock } from "@analytics-engines/core/basics";
import {
  cancelRun,
  isLeftRunning,
  isRunFolderInUse,
  type Manifest,
  type RunFile,
  readReadableManifest,
  runToFolder,
} from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/progress";
import { applyChecks, openChecks } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import type { Connections } from "../../connections/connections.ts";
import type { ConnectionInfo } from "../../connections/types.ts";
import type { RecordedFile, RunRecord } from "./history.ts";
import type { RunStoreParts } from "./run-store.ts";

export interface ExecuteParts {
  readonly connections: Pick<Connections, "all" | "client">;
  readonly clock: Clock;
  /** Name and version of the extension, for the manifest. */
  readonly tool: string;
  /** Finds the run folder of a run in the history. */
  readonly findFolder: (id: string) => Promise<string | undefined>;
  /** Called when the results of a run could not be checked. They are stored. */
  readonly onCheckFailure: (run: RunRecord, error: unknown) => void;
}

/** For the cancel of a run. The service answers within seconds, but a gateway may deliver a create whose answer was lost for a minute. */
const CANCEL_SECONDS = 90;

/** Drives runs in their run folders. Always resumes: a folder without a run starts one. */
export function executeWith({
  connections,
  clock,
  tool,
  findFolder,
  onCheckFailure,
}: ExecuteParts): Pick<RunStoreParts, "execute" | "cancelOpenJobs" | "isInUse" | "endedManifest"> {
  return {
    async execute({ record, requests }, { signal, jobSignal, onEvent }) {
      const client = await connections.client(sameService(connections, record));
      const files = record.files.map((file, index) => runFileOf(file, requests[index]));
      const manifest = await runToFolder(files, {
        client,
        clock,
        tool,
        folder: record.folder,
        ...(record.concurrency !== undefined && { concurrency: record.concurrency }),
        service: new URL(record.connection.baseUrl).origin,
        settings: settingsOf(record),
        resume: true,
        signal,
        jobSignal,
        onEvent,
      });
      if (manifest.status !== "canceled")
        await checkResults(record, manifest, findFolder).catch((error: unknown) => onCheckFailure(record, error));
      return manifest;
    },
    // A folder that cannot be read, such as one below a file, stops the run itself, which says why.
    isInUse: (folder) => isRunFolderInUse(folder).catch(() => false),
    async endedManifest(folder) {
      const { manifest } = (await readReadableManifest(folder).catch(() => undefined)) ?? {};
      // A run that goes on, or was killed, has a manifest without this time.
      return manifest?.finishedAt === undefined || manifest.files.some(isLeftRunning) ? undefined : manifest;
    },
    async cancelOpenJobs(record) {
      const client = await connections.client(sameService(connections, record));
      const { failed } = await cancelRun(record.folder, client, { timeoutSeconds: CANCEL_SECONDS });
      const [first] = failed;
      if (first !== undefined)
        throw new UserError(
          l10n.t(
            "Job {0} could not be canceled and may still run: {1}. Cancel the run again.",
            first.jobId,
            first.reason.replace(/\.$/, ""),
          ),
        );
    },
  };
}

function runFileOf({ path, family, sha256, parametersSha256, units, sweep }: RecordedFile, request: unknown): RunFile {
  const file = { path, family, sha256, parametersSha256, request };
  if (sweep === undefined) return file;
  return {
    ...file,
    sources: sweep.sources,
    rowOf(unit) {
      const { id = "", ...place } = sweep.rows[Math.max(0, units.indexOf(unit))] ?? {};
      return { sweep: sweep.path, row: id, ...place };
    },
  };
}

/** Checks the stored results by the rules of the project file, if it has some: writes `checks.json` into the run folder. */
async function checkResults(
  { checks, folder }: RunRecord,
  manifest: Manifest,
  findFolder: ExecuteParts["findFolder"],
): Promise<void> {
  if (checks === undefined) return;
  const plan = await openChecks(checks.folder, { checks: checks.files });
  const before = checks.earlier === undefined ? undefined : await findFolder(checks.earlier);
  // A run whose folder is gone is no run to compare with.
  const readable = before === undefined ? undefined : await readReadableManifest(before).catch(() => undefined);
  const earlier = before === undefined || readable === undefined ? undefined : { ...readable, folder: before };
  await applyChecks({ folder, manifest }, { ...plan, earlier });
}

/** The words for the settings of the connection in messages of core. */
function settingsOf({ connection: { name } }: RunRecord): ConnectionSettings {
  return {
    address: `the connection "${name}"`,
    credentials: `the credentials of the connection "${name}"`,
    proxy: "http.proxy in the settings of VS Code",
  };
}

/** The connection of a run. @throws UserError if it no longer leads to the service that created the jobs */
function sameService(connections: Pick<Connections, "all">, { connection }: RunRecord): ConnectionInfo {
  const info = connections.all().find(({ id }) => id === connection.id);
  if (info === undefined)
    throw new UserError(
      l10n.t(
        'The connection "{0}" of this run is no longer in the settings. Run its files again with another connection.',
        connection.name,
      ),
    );
  if (info.baseUrl !== connection.baseUrl) {
    throw new UserError(
      l10n.t(
        'This run belongs to {0}, but the connection "{1}" now has another address. Restore the address, or run the files again.',
        connection.baseUrl,
        info.name,
      ),
    );
  }
  return info;
}
