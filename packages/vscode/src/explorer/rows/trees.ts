import type { ConnectionInfo } from "../../connections/types.ts";
import { Branch, type BranchOptions } from "./branch.ts";

/** The trees of all connections that were active, each in the state in which the user left it. */
export function createTrees(options: (info: ConnectionInfo) => Omit<BranchOptions, "connection" | "prefix">) {
  const branches = new Map<string, Branch>();
  return {
    /** The tree of a connection. An edited connection may lead to another service, so it gets a new tree. */
    of(info: ConnectionInfo): Branch {
      const prefix = JSON.stringify([info.id, info.auth, info.baseUrl]);
      const existingBranch = branches.get(info.id);
      const branch =
        existingBranch?.prefix === prefix
          ? existingBranch
          : new Branch({ connection: info.id, prefix, ...options(info) });
      branches.set(info.id, branch);
      return branch;
    },
    /** The tree of a connection id, if it exists. */
    branchOf: (connection: string): Branch | undefined => branches.get(connection),
  };
}
