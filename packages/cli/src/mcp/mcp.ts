import { statSync } from "node:fs";
import path from "node:path";
import { messageOf } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/host";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ExitCode } from "../exit-code.ts";
import { note } from "../terminal/messages.ts";
import { type ConnectionOptions, createConnector } from "./connection.ts";
import { createRunner } from "./run-tool.ts";
import { createServer } from "./server.ts";
import { createWorldSource } from "./world.ts";

export interface McpOptions extends ConnectionOptions {
  /** The folder whose files and runs the tools read. */
  readonly folder: string;
  /** Whether a tool runs parameter files. */
  readonly allowRun?: true;
}

/** The longest message of a client, bytes. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Serves the tools until the client closes standard input. */
export async function mcpCommand(options: McpOptions): Promise<ExitCode> {
  const folder = path.resolve(options.folder);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UserError(`--folder ${options.folder} is no folder: name the folder with the parameter files.`);
  const connect = await createConnector(folder, options);
  const openWorld = createWorldSource(folder, connect);
  const isNamed = options.connection !== undefined;
  const runner = options.allowRun === true ? createRunner({ folder, connect, isNamed, openWorld }) : undefined;
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  serveStdio(() => createServer(folder, openWorld, runner), {
    transport,
    onerror: (error) => note(`Ignored: ${messageOf(error)}`),
  });
  const { onclose: closeServer } = transport;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      closeServer?.();
      resolve();
    };
  });
  await runner?.close();
  return 0;
}
