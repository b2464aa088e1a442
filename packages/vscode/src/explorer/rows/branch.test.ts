import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyState, simulatedTree } from "../../../test/support/simulated-explorer.ts";
import type { ConnectionInfo } from "../../connections/types.ts";
import type { ServiceResource } from "../../services/resources.ts";
import { Branch, createTrees, PAGE_SIZE } from "./branch.ts";
import type { ExplorerNode } from "./nodes.ts";
import { labelOf } from "./presentation.ts";

const mandates = ["Accounts", "Client:", "Mandates"];

describe("a directory of 2,000 entries", () => {
  it("shows its first page with one request, and the others without one", async () => {
    const tree = simulatedTree();
    const client = await tree.at("Accounts", "Client:");
    const before = tree.simulator.requests.length;
    const directory = (await tree.shown(client)).find(({ item }) => labelOf(item) === "Mandates");
    if (directory === undefined) throw new Error("the simulator has the directory");
    const first = await tree.shown(directory);
    expect(tree.simulator.requests.length - before).toBe(1);
    expect(first).toHaveLength(PAGE_SIZE + 1);
    expect(first.at(-1)?.item).toEqual({ kind: "more", hiddenCount: 1900 });
    // What is on the next pages is here already: it is shown although the service can no longer be asked.
    tree.simulator.faults.add("any=503");
    for (let page = 2; page <= 20; page++) {
      tree.branch.more(directory);
      expect(await tree.branch.visibleRows(directory)).toHaveLength(page * PAGE_SIZE + (page < 20 ? 1 : 0));
    }
    expect(tree.simulator.requests.length - before).toBe(1);
    const all = await tree.branch.visibleRows(directory);
    expect(new Set(all.map(({ id }) => id)).size).toBe(2000);
    expect(labelOf(all[1999]?.item ?? { kind: "empty" })).toBe("MANDATE_2000.ACCT");
  });

  it("shows enough pages for an entry", async () => {
    const tree = simulatedTree();
    const directory = await tree.at(...mandates);
    const entry = (await tree.branch.entries(directory))[1234];
    if (entry === undefined) throw new Error("there are so many");
    tree.branch.uncover(entry);
    const shown = await tree.branch.visibleRows(directory);
    expect(shown).toHaveLength(1300 + 1);
    expect(shown).toContain(entry);
  });

  it("keeps its pages when it is refreshed, and requests nothing else", async () => {
    const tree = simulatedTree();
    const directory = await tree.at(...mandates);
    tree.branch.more(directory);
    const before = tree.simulator.requests.length;
    tree.branch.forget(directory);
    expect(await tree.shown(directory)).toHaveLength(2 * PAGE_SIZE + 1);
    expect(tree.simulator.requests.slice(before).map(({ parameters }) => parameters)).toEqual([
      { path: "Client:/Mandates/" },
    ]);
  });
});

describe("a row that cannot be loaded", () => {
  it("shows the error until a retry", async () => {
    const tree = simulatedTree();
    const directory = await tree.at("Accounts", "Client:");
    tree.branch.forget(directory);
    tree.simulator.faults.add("accounts.list=503");
    const [error, ...others] = await tree.shown(directory);
    expect(others).toEqual([]);
    expect(error?.item).toMatchObject({ kind: "error", message: expect.stringContaining("503") });
    const count = tree.simulator.requests.length;
    expect(await tree.shown(directory)).toEqual([error]);
    expect(tree.simulator.requests).toHaveLength(count);
    tree.simulator.faults.clear();
    tree.branch.forget(directory);
    expect(await tree.labels(directory)).toContain("Growth");
  });

  it("does not hide other rows", async () => {
    const tree = simulatedTree({ faults: ["pa.documents.list=404"] });
    const [error] = await tree.shown(await tree.at("Documents", "Portfolio Analysis", "Client:").catch(failed(tree)));
    expect(error?.item.kind).toBe("error");
    expect(await tree.labels(await tree.at("Documents", "Vault", "Client:"))).toContain("Growth");
  });
});

function failed(tree: ReturnType<typeof simulatedTree>) {
  return () => {
    const [node] = tree.branch.nodesWhere((item) => item.kind === "directory" && item.tree === "pa documents");
    if (node === undefined) throw new Error("the row is there, although it cannot be opened");
    return node;
  };
}

/** A service whose answers come when the test says so. */
class Answers {
  readonly asked: { readonly path: string; readonly refresh: boolean; settle(outcome: LoadResult): void }[] = [];
  /** Of each path, the questions that wait for an answer. */
  readonly waiting = new Map<string, number>();
  readonly owner: string;

  constructor(owner: string) {
    this.owner = owner;
  }

  ask(path: string, refresh: boolean): Promise<readonly ServiceResource[]> {
    const count = (this.waiting.get(path) ?? 0) + 1;
    this.waiting.set(path, count);
    // One load in flight a row, whatever happens.
    expect(count).toBe(1);
    return new Promise((resolve, reject) => {
      const settle = (outcome: LoadResult) => {
        this.waiting.set(path, 0);
        if (outcome === "failure") reject(new Error(`no answer of ${this.owner} for ${path}`));
        else resolve(things(this.owner, path, outcome));
      };
      this.asked.push({ path, refresh, settle });
    });
  }
}

type LoadResult = "failure" | number;

/** Directories `a/` and `b/` and this many accounts, each with the name of its owner. */
function things(owner: string, path: string, count: number): readonly ServiceResource[] {
  const depth = path.split("/").length;
  const directories: ServiceResource[] =
    depth > 3 ? [] : ["a", "b"].map((name) => ({ kind: "directory", tree: "accounts", path: `${path}${name}/` }));
  const accounts: ServiceResource[] = Array.from({ length: count }, (_, index) => ({
    kind: "account",
    path: `${path}${owner}-${index}`,
  }));
  return [...directories, ...accounts];
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("any order of user actions and answers", () => {
  it("has one request in progress for each row, shows whole pages or an error, and no row of another connection", async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("open" as const), row: fc.nat(30) }),
      fc.record({ do: fc.constant("refresh" as const), row: fc.nat(30) }),
      fc.record({ do: fc.constant("refresh all" as const) }),
      fc.record({ do: fc.constant("more" as const), row: fc.nat(30) }),
      fc.record({ do: fc.constant("switch" as const), to: fc.constantFrom("one", "two", "two, edited") }),
      fc.record({
        do: fc.constant("answer" as const),
        which: fc.nat(5),
        outcome: fc.oneof(fc.constant("failure" as const), fc.constantFrom(0, 1, 99, 100, 101, 250)),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        /** All that ever were: a connection that is edited and edited back has two at one address. */
        const services: Answers[] = [];
        const trees = createTrees((info) => {
          const answers = new Answers(`${info.id}@${info.baseUrl}`);
          services.push(answers);
          return {
            ask: (item, refresh) => answers.ask(item.kind === "directory" ? item.path : item.kind, refresh),
            state: () => emptyState,
            describe: (error) => ({ message: String(error), details: "" }),
          };
        });
        const infoOf = (name: string): ConnectionInfo => ({
          id: name.slice(0, 3),
          name,
          baseUrl: name.length > 3 ? "https://elsewhere.example" : "https://api.example",
          auth: "basic",
          production: false,
        });
        let info = infoOf("one");
        let active: Branch = trees.of(info);
        /** Rows that were shown, of each connection. */
        const seen = new Map<Branch, ExplorerNode[]>();
        const opened: Promise<void>[] = [];
        const rowsOf = (branch: Branch) => {
          const known = seen.get(branch) ?? branch.nodesWhere(({ kind }) => kind === "directory").slice();
          seen.set(branch, [...known]);
          return seen.get(branch) ?? [];
        };
        const open = async (branch: Branch, node: ExplorerNode, owner: string) => {
          const rows = await branch.visibleRows(node);
          check(rows, owner, node);
          for (const row of rows) if (row.item.kind === "directory") seen.get(branch)?.push(row);
        };
        const roots = async () => {
          const [accounts] = active.top();
          if (accounts !== undefined) rowsOf(active).push(...(await active.visibleRows(accounts)));
        };
        await roots();
        for (const now of steps) {
          const owner = `${info.id}@${info.baseUrl}`;
          const rows = rowsOf(active);
          const node = "row" in now ? rows[now.row % rows.length] : undefined;
          if (now.do === "open" && node) opened.push(open(active, node, owner));
          if (now.do === "refresh" && node) active.forget(node);
          if (now.do === "refresh all") active.forget();
          if (now.do === "more" && node) active.more(node);
          if (now.do === "switch") {
            info = infoOf(now.to);
            active = trees.of(info);
            await roots();
          }
          if (now.do === "answer") {
            const waiting = services.flatMap(({ asked }) => asked);
            waiting[now.which % waiting.length]?.settle(now.outcome);
            for (const { asked } of services) {
              const done = asked.findIndex((one) => one === waiting[now.which % waiting.length]);
              if (done >= 0) asked.splice(done, 1);
            }
          }
          await settled();
        }
        // In the end every question is answered, and everybody who waits is served.
        for (let round = 0; round < 100; round++) {
          const left = services.flatMap(({ asked }) => asked.splice(0));
          if (left.length === 0) break;
          for (const { settle } of left) settle(3);
          await settled();
        }
        await Promise.all(opened);
      }),
      { numRuns: 150 },
    );
  });
});

/** What is shown below a row is whole: a page with what is left said, an error alone, or that there is nothing. */
function check(rows: readonly ExplorerNode[], owner: string, above: ExplorerNode): void {
  const remarks = rows.filter(({ item }) => ["more", "error", "empty"].includes(item.kind));
  const things = rows.length - remarks.length;
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(remarks.length).toBeLessThanOrEqual(1);
  const [remark] = remarks;
  if (remark?.item.kind === "more") expect([things % PAGE_SIZE, remark.item.hiddenCount > 0]).toEqual([0, true]);
  else expect(remark === undefined ? things > 0 : things === 0).toBe(true);
  for (const { connection, parent, item } of rows) {
    expect([connection, parent]).toEqual([above.connection, above.id]);
    if (item.kind === "account") expect(item.path).toContain(owner);
    if (item.kind === "error") expect(item.message).toContain(owner);
  }
}

describe("a refreshed row", () => {
  const answers = () => {
    const service = new Answers("one");
    const branch = new Branch({
      connection: "one",
      prefix: "one",
      ask: (item, refresh) => service.ask(item.kind === "directory" ? item.path : item.kind, refresh),
      state: () => emptyState,
      describe: (error) => ({ message: String(error), details: "" }),
    });
    return { service, branch };
  };
  const rootOf = async (branch: Branch): Promise<ExplorerNode> => {
    const [accounts] = branch.top();
    const [root] = accounts === undefined ? [] : await branch.visibleRows(accounts);
    if (root === undefined) throw new Error("accounts have roots");
    return root;
  };

  it("is requested once more if a request was in progress", async () => {
    const { service, branch } = answers();
    const root = await rootOf(branch);
    const first = branch.visibleRows(root);
    branch.forget(root);
    const second = branch.visibleRows(root);
    service.asked[0]?.settle(1);
    await settled();
    expect(service.asked.map(({ refresh }) => refresh)).toEqual([false, true]);
    service.asked[1]?.settle(2);
    expect((await first).length).toBe(4);
    expect(await second).toEqual(await first);
    expect(service.asked).toHaveLength(2);
  });

  it("keeps the objects of unchanged rows, since VS Code compares objects", async () => {
    const { service, branch } = answers();
    const root = await rootOf(branch);
    const load = async (count: number) => {
      const rows = branch.visibleRows(root);
      await settled();
      service.asked.at(-1)?.settle(count);
      return rows;
    };
    const before = await load(2);
    branch.forget(root);
    const after = await load(3);
    expect(after.slice(0, 4).every((row, index) => row === before[index])).toBe(true);
    expect(branch.node(after[0]?.id ?? "")).toBe(after[0]);
    expect(branch.parent(after[0] ?? root)).toBe(root);
  });
});
