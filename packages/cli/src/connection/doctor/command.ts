import type { Command } from "commander";
import { addConnectOptions, CREDENTIALS_HELP } from "../../arguments.ts";
import { guide } from "../../terminal/output.ts";
import type { DoctorOptions } from "./doctor.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addDoctor(program: Command): void {
  const command = program.command("doctor").description("Check the connection to the service.");
  addConnectOptions(command)
    .option("--json", "print the checks as JSON")
    .addHelpText(
      "after",
      guide(`
It checks, one after another: the version of Node, the name of the host, the proxy, TLS with the issuer of the certificate, the clock, the
credentials, the permission for each family, the rate limit and the free disk. It creates no job and reads no result. What is wrong has a
remedy below it. No line contains a secret.
${CREDENTIALS_HELP}
Proxies come from HTTP_PROXY, HTTPS_PROXY and NO_PROXY; a client certificate from ANALYTICS_CLIENT_CERT and ANALYTICS_CLIENT_KEY (each a PEM
file, or its text) and ANALYTICS_CLIENT_KEY_PASSPHRASE. Node's own variables apply too: NODE_EXTRA_CA_CERTS, and NODE_USE_SYSTEM_CA=1 for the
system's authorities.

Examples:
  analytics-engines doctor --base-url https://api.vendor.example
  analytics-engines doctor --ca-file authority.pem --json

Exit codes: 0 no problems (warnings are none), 1 problems, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import("./doctor.ts");
      process.exitCode = await doctorCommand(options);
    });
}
