import path from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { childEnvironment } from "../../../../.ci/tests/child-environment.ts";

const main = path.resolve(import.meta.dirname, "../../dist/main.js");

export interface ServerOptions {
  /** The working directory of the server. */
  readonly folder: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
  /** The command and its first arguments; by default the built command. */
  readonly program?: readonly [string, ...string[]];
}

/** The official client, connected to the built command over a pipe. */
export async function connectClient({ folder, args = [], env = {}, client: options, program }: ServerOptions) {
  const [command, ...first] = program ?? [process.execPath, main];
  const transport = new StdioClientTransport({
    command,
    args: [...first, "mcp", ...args],
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", ...childEnvironment(), ...env },
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (text: Buffer) => {
    said += text.toString("utf8");
  });
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(transport);
  onTestFinished(() => client.close());
  /** Calls a tool, and gives its text and whether that is an error. */
  async function call(name: string, input: Record<string, unknown> = {}) {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [part] = content;
    if (part?.type !== "text") throw new Error(`${name} has answered no text.`);
    return { text: part.text, isError };
  }
  return {
    client,
    call,
    /** Calls a tool, and parses its answer. */
    async ask(name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
      const { text, isError } = await call(name, input);
      if (isError) throw new Error(text);
      return JSON.parse(text);
    },
    /** What the server has written to standard error. */
    stderr: () => said,
  };
}
