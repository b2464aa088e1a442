import type { ConnectionInfo } from "../connections/types.ts";
import { Branch, type BranchOptions } from "./branch.ts";

/** The trees of all connections that were active, each in the state in which the user left it. */
export class Trees {
  readonly #branches = new Map<string, { readonly address: string; readonly branch: Branch }>();
  readonly #options: (info: ConnectionInfo) => Omit<BranchOptions, "connection" | "prefix">;

  constructor(options: (info: ConnectionInfo) => Omit<BranchOptions, "connection" | "prefix">) {
    this.#options = options;
  }

  /** The tree of a connection. An edited connection may lead to another service, so it gets a new tree. */
  of(info: ConnectionInfo): Branch {
    const address = JSON.stringify([info.id, info.auth, info.baseUrl]);
    const known = this.#branches.get(info.id);
    if (known?.address === address) return known.branch;
    const branch = new Branch({ connection: info.id, prefix: address, ...this.#options(info) });
    this.#branches.set(info.id, { address, branch });
    return branch;
  }

  /** The tree of a connection id, if it exists. */
  known(connection: string): Branch | undefined {
    return this.#branches.get(connection)?.branch;
  }
}
