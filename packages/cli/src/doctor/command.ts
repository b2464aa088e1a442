import type { Command } from "commander";
import { guide } from "../terminal/guide.ts";
import type { DoctorOptions } from "./doctor.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("Compare this client with an OpenAPI document of the service, offline.")
    .requiredOption("--spec <file...>", "the OpenAPI 3 document, JSON or YAML; - reads it; several count as one")
    .option("--json", "print the differences as JSON")
    .addHelpText(
      "after",
      guide(`
The command lists the operations, query parameters, answers and properties that only the document or only this client has. It compares the
operations of the engines that the documents describe. Without a difference, it prints nothing. It sends nothing.

Examples:
  analytics-engines doctor --spec openapi.json
  analytics-engines doctor --spec pa.yaml --spec quant.yaml --json

Exit codes: 0 no differences, 1 differences, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import("./doctor.ts");
      process.exitCode = await doctorCommand(options);
    });
}
