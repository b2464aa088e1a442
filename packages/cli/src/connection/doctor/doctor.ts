import type { ConnectOptions } from "@analytics-engines/runs/run";
import type { SettingOptions } from "../../project.ts";
import type { ExitCode } from "../../terminal/output.ts";

export interface DoctorOptions extends ConnectOptions, Pick<SettingOptions, "set"> {
  readonly spec?: readonly string[];
  readonly json?: true;
}

/** Compares this client with documents, or checks the connection. */
export async function doctorCommand(options: DoctorOptions): Promise<ExitCode> {
  const isJson = options.json === true;
  if (options.spec !== undefined) {
    const { compareSpecs } = await import("./compare-specs.ts");
    return compareSpecs(options.spec, isJson);
  }
  const { printChecks } = await import("./print-checks.ts");
  return printChecks(options, isJson);
}
