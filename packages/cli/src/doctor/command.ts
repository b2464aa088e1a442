import type { Command } from "commander";
import type { DoctorOptions } from "./doctor.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("Compare this client with an OpenAPI document of the service, offline.")
    .requiredOption("--spec <file>", "the OpenAPI 3 document, JSON or YAML")
    .option("--json", "print the differences as JSON")
    .addHelpText(
      "after",
      `
The command lists the operations, query parameters, answers and properties that only the document or only this client has. It sends nothing.

Examples:
  analytics-engines doctor --spec openapi.json
  analytics-engines doctor --spec openapi.yaml --json

Exit codes: 0 no differences, 1 differences, 2 wrong use.`,
    )
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import("./doctor.ts");
      process.exitCode = await doctorCommand(options);
    });
}
