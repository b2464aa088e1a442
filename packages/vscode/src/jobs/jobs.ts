import * as vscode from "vscode";
import { showError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import type { Finished, JobStore } from "./job-store.ts";
import type { JobView, Run } from "./run.ts";

/** The job store of this window, opened when it is first needed, and what the views are told of it. */
export interface Jobs {
  /** Opened; its history is read once `load` is called. */
  store(): Promise<JobStore>;
  /** The runs that are known so far, newest first. Opens nothing. */
  known(): readonly Run[];
  /** The jobs of a run: as they stand, or as its manifest has them. @throws where the run folder is gone or damaged */
  jobsOf(run: Run): Promise<readonly JobView[]>;
  /** At most ten times a second. */
  readonly onDidChange: vscode.Event<void>;
  readonly onDidFinish: vscode.Event<Finished>;
}

const openKey = "jobs.open";
const changeMs = 100;
const made = new WeakMap<Services, Jobs>();

/** The same for all who ask with the same services. */
export function jobsOf(context: vscode.ExtensionContext, services: Services): Jobs {
  const known = made.get(services);
  if (known !== undefined) return known;
  const jobs = createJobs(context, services);
  made.set(services, jobs);
  return jobs;
}

function createJobs(context: vscode.ExtensionContext, services: Services): Jobs {
  const { clock, subscriptions } = services;
  const changed = new vscode.EventEmitter<void>();
  const finished = new vscode.EventEmitter<Finished>();
  const manifests = new Map<string, Promise<readonly JobView[]>>();
  let opening: Promise<JobStore> | undefined;
  let opened: JobStore | undefined;
  let cancelTimer: (() => void) | undefined;

  function announce(): void {
    cancelTimer ??= clock.setTimer(changeMs, () => {
      cancelTimer = undefined;
      changed.fire();
    });
  }

  async function open(): Promise<JobStore> {
    const { openStore } = await import("./open-store.ts");
    const rememberOpen = async (isOpen: boolean) => {
      if (context.workspaceState.get(openKey, false) !== isOpen) await context.workspaceState.update(openKey, isOpen);
    };
    opened = openStore(context, services, rememberOpen);
    opened.listen({
      onChange: announce,
      onFinish: (one) => finished.fire(one),
      onPause: (_run, error) => void showError(services, error),
    });
    return opened;
  }

  const jobs: Jobs = {
    store() {
      opening ??= open();
      return opening;
    },
    known: () => opened?.runs ?? [],
    async jobsOf(run) {
      const { record, state } = run;
      if (state !== "finished") return run.jobs;
      const key = `${record.id} ${record.end?.finishedAt}`;
      const known = manifests.get(key) ?? readJobs(record.folder);
      manifests.set(key, known);
      known.catch(() => manifests.delete(key));
      return known;
    },
    onDidChange: changed.event,
    onDidFinish: finished.event,
  };
  subscriptions.push(changed, finished, {
    dispose() {
      cancelTimer?.();
      opened?.dispose();
    },
  });
  // Runs that a closed window left are carried on with. A start without them touches nothing.
  if (context.workspaceState.get(openKey, false)) {
    const carryOn = () => {
      jobs
        .store()
        .then((store) => store.load())
        .catch((error: unknown) => showError(services, error));
    };
    if (vscode.workspace.isTrusted) carryOn();
    else subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(carryOn));
  }
  return jobs;
}

async function readJobs(folder: string): Promise<readonly JobView[]> {
  const [{ readManifest }, { jobsOfManifest }] = await Promise.all([
    import("@analytics-engines/runs"),
    import("./run.ts"),
  ]);
  return jobsOfManifest(await readManifest(folder));
}
