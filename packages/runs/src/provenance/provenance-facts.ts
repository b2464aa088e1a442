import { visible } from "@analytics-engines/core/basics";
import type { Manifest, Provenance } from "../folder/manifest/manifest.ts";

/** A fact about where a run comes from, for people. */
export interface ProvenanceFact {
  readonly name: "Repository" | "Commit" | "Ref" | "Workflow" | "Actor" | "Resumed";
  /** To be shown side by side. */
  readonly parts: readonly ProvenancePart[];
}

/** An unescaped text without hidden characters, and the address of its page: https on the stated server, with nothing to escape. */
export interface ProvenancePart {
  readonly text: string;
  readonly url?: string | undefined;
  /** Names a text that is no name of the run, so that a page can translate it. */
  readonly id?: "uncommitted-changes";
}

/** What a manifest says about where its run comes from. */
export function provenanceFacts({
  provenance = {},
  resumed = [],
}: Pick<Manifest, "provenance" | "resumed">): readonly ProvenanceFact[] {
  const { ref, actor } = provenance;
  const last = resumed.at(-1);
  return [
    ...sourceFact(provenance),
    ...(ref === undefined
      ? []
      : [{ name: "Ref", parts: [part(ref.replace(/^refs\/(heads\/|tags\/)?/, ""))] } as const]),
    ...workflowFact("Workflow", provenance),
    ...(actor === undefined ? [] : [{ name: "Actor", parts: [part(actor)] } as const]),
    ...(last === undefined ? [] : workflowFact("Resumed", last)),
  ];
}

/** The name of a run: its own, or that of its workflow, or else its start. */
export function runHeading({ name, provenance, shard, startedAt }: Omit<Manifest, "files">): string {
  const heading = name ?? provenance?.workflow?.name ?? `Run ${startedAt.slice(0, 16).replace("T", " ")}`;
  return visible(heading) + (shard === undefined ? "" : `, shard ${shard.index} of ${shard.total}`);
}

/** `house/book @ 3f9c2ab` */
function sourceFact({ server, repository, commit, uncommitted }: Provenance): readonly ProvenanceFact[] {
  const page = server && repository && `${server}/${repository}`;
  const revision: readonly ProvenancePart[] = commit
    ? [
        part(commit.slice(0, 7), page && `${page}/commit/${commit}`),
        ...(uncommitted === true ? [{ ...part(" and uncommitted changes"), id: "uncommitted-changes" } as const] : []),
      ]
    : [];
  if (repository !== undefined)
    return [{ name: "Repository", parts: [part(repository, page), ...(commit ? [part(" @ "), ...revision] : [])] }];
  return commit ? [{ name: "Commit", parts: revision }] : [];
}

/** `Nightly #17, attempt 2` */
function workflowFact(fact: "Workflow" | "Resumed", { server, workflow }: Provenance): readonly ProvenanceFact[] {
  if (workflow === undefined) return [];
  const { name = "", runId, runNumber, attempt, url } = workflow;
  const run = runNumber === undefined ? `run ${runId}` : `#${runNumber}`;
  const text = `${name} ${run}${attempt === undefined ? "" : `, attempt ${attempt}`}`.trimStart();
  const isOfServer = server !== undefined && url?.startsWith(`${server}/`) === true;
  return [{ name: fact, parts: [part(text, isOfServer ? url : undefined)] }];
}

function part(text: string, url?: string | undefined): ProvenancePart {
  const isSafe = url !== undefined && /^https:\/\/[A-Za-z0-9._:/-]+$/.test(url);
  return { text: visible(text), url: isSafe ? url : undefined };
}
