import type { Command } from "commander";
import { baseUrlOption, CREDENTIALS_HELP } from "../arguments.ts";
import { guide } from "../terminal/output.ts";
import type { McpOptions } from "./server.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("Serve tools for language models over the Model Context Protocol, on standard input and output.")
    .option("--folder <folder>", "the folder whose files and runs the tools read", ".")
    .option("--connection <name>", "a connection of analytics-engines.json (default: that of the project file)")
    .addOption(baseUrlOption())
    .option("--allow-run", "add a tool that runs parameter files after the user agrees")
    .addHelpText(
      "after",
      guide(`
A client of the protocol starts the command, such as an editor or an assistant: see docs/agents.md. Standard output is for the protocol
alone. The command ends with its standard input.
${CREDENTIALS_HELP}
Without a connection, the tools that ask the service say so, and the others work.

With --allow-run, the client asks the user before each run. A production connection also needs --connection.

Examples:
  analytics-engines mcp
  analytics-engines mcp --folder portfolios --connection test --allow-run

Exit codes: 0 the client has ended the session, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (options: McpOptions) => {
      const { mcpCommand } = await import("./server.ts");
      process.exitCode = await mcpCommand(options);
    });
}
