import type { Clock, ConnectionSettings } from "@analytics-engines/core";
import * as l10n from "@vscode/l10n";
import { UserError } from "../common/errors.ts";
import type { ConnectionInfo, Connections } from "../connections/types.ts";
import type { JobStoreParts } from "./job-store.ts";
import type { RunRecord } from "./run-record.ts";

export interface ExecuteParts {
  readonly connections: Pick<Connections, "all" | "client">;
  readonly clock: Clock;
  /** Name and version, for the manifest. */
  readonly tool: string;
}

const cancelSeconds = 30;

/** Runs over core's run folder: begun and resumed alike, since a folder without a run begins one. */
export function executeWith({ connections, clock, tool }: ExecuteParts): Pick<JobStoreParts, "execute" | "cancelLeft"> {
  return {
    async execute({ record, requests }, { signal, jobSignal, onEvent }) {
      const client = await connections.client(sameService(connections, record));
      const { runToFolder } = await import("@analytics-engines/runs");
      const files = record.files.map(({ path, family, sha256, parametersSha256 }, index) => {
        return { path, family, sha256, parametersSha256, request: requests[index] };
      });
      const { folder, commentary } = record;
      const service = new URL(record.connection.baseUrl).origin;
      const settings = settingsOf(record);
      return runToFolder(files, {
        client,
        clock,
        folder,
        tool,
        service,
        settings,
        resume: true,
        commentary,
        signal,
        jobSignal,
        onEvent,
      });
    },
    async cancelLeft(record) {
      const client = await connections.client(sameService(connections, record));
      const { cancelRun } = await import("@analytics-engines/runs");
      const { failed } = await cancelRun(record.folder, client, { timeoutSeconds: cancelSeconds });
      const [first] = failed;
      if (first !== undefined)
        throw new UserError(l10n.t("Job {0} could not be canceled and may still run: {1}", first.jobId, first.reason));
    },
  };
}

/** What the user calls the settings of the connection, within core's sentences. */
function settingsOf({ connection: { name } }: RunRecord): ConnectionSettings {
  return { address: `the connection "${name}"`, credentials: `the credentials of the connection "${name}"` };
}

/** A job is only ever asked for where it was created. */
function sameService(connections: Pick<Connections, "all">, { connection }: RunRecord): ConnectionInfo {
  const info = connections.all().find(({ id }) => id === connection.id);
  if (info === undefined)
    throw new UserError(l10n.t('The connection "{0}" of this run is no longer in the settings.', connection.name));
  if (info.baseUrl !== connection.baseUrl) {
    throw new UserError(
      l10n.t('This run was sent to {0}, and the connection "{1}" now leads elsewhere.', connection.baseUrl, info.name),
    );
  }
  return info;
}
