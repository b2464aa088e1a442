// Runs around all test files. What processes of the tests write after the end of their test file makes the run fail.
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../../steps.ts";
import { useOwnTemporaryFolder } from "./temporary-folder.ts";

export default function setUp(): () => void {
  // Without it, Node keeps compiled code in the temporary folder.
  process.env["NODE_COMPILE_CACHE"] ??= path.join(root, "node_modules", ".compile-cache");
  const close = useOwnTemporaryFolder("tests-");
  process.env["TEST_RUN_FOLDER"] = tmpdir();
  return () => {
    delete process.env["TEST_RUN_FOLDER"];
    close();
  };
}
