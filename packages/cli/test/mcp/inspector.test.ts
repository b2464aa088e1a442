import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { childEnvironment } from "../../../../.ci/tests/child-environment.ts";
import { useBuiltCommand, validFile, workplace } from "../support/command.ts";

useBuiltCommand();

// Its version 2 has 120 packages and a native addon; this one speaks to the server with version 1 of the SDK, as many clients do.
const inspector = fileURLToPath(import.meta.resolve("@modelcontextprotocol/inspector-cli"));
const main = path.resolve(import.meta.dirname, "../../dist/main.js");

/** What the command line of the inspector prints about a server of a folder. */
async function inspect(folder: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const server = [process.execPath, main, "mcp", "--folder", folder];
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, "--cli", ...server, ...args], {
    // It looks for its own package.json beside the working directory.
    cwd: path.dirname(inspector),
    env: { PATH: process.env["PATH"] ?? "", ...childEnvironment() },
  });
  return JSON.parse(stdout);
}

test("the inspector lists and calls tools", async () => {
  const { folder, write } = workplace();
  write("book.pa.json", validFile);
  const { tools } = await inspect(folder, "--method", "tools/list");
  expect(tools).toContainEqual(expect.objectContaining({ name: "readTable" }));
  const call = ["--method", "tools/call", "--tool-name", "validateFile", "--tool-arg", "path=book.pa.json"];
  const { content } = await inspect(folder, ...call);
  expect(content).toEqual([{ type: "text", text: expect.stringContaining('"valid":true') }]);
});
