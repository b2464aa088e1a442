import type { Command } from "commander";
import { addConnectOptions, CREDENTIALS_HELP } from "../../arguments.ts";
import { guide } from "../../terminal/output.ts";
import type { DoctorOptions } from "./doctor.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addDoctor(program: Command): void {
  const command = program
    .command("doctor")
    .description("Print the settings and the credentials that apply, where each comes from, and check the connection.");
  addConnectOptions(command)
    .option("--json", "print settings and checks as JSON")
    .addHelpText(
      "after",
      guide(`
It prints the settings of a run with the file, option or variable that each comes from, and whose credentials are used. That needs no network.
Then it checks, one after another: the version of Node, the name of the host, the proxy, TLS with the issuer of the certificate, the clock, the
credentials, the permission for each family, the rate limit and the free disk. It creates no job and reads no result. What is wrong has a
remedy below it. No line contains a secret.
${CREDENTIALS_HELP}
Proxies come from HTTP_PROXY, HTTPS_PROXY and NO_PROXY; a client certificate from ANALYTICS_CLIENT_CERT and ANALYTICS_CLIENT_KEY (each a PEM
file, or its text) and ANALYTICS_CLIENT_KEY_PASSPHRASE; more authorities to trust from ANALYTICS_CA_FILE. The name of the service in its request
headers is ANALYTICS_HEADER_PREFIX (default: Vendor). Node's own variables apply too: NODE_EXTRA_CA_CERTS, and NODE_USE_SYSTEM_CA=1 for the
system's authorities.

Examples:
  analytics-engines doctor --set nightly
  analytics-engines doctor --connection prod --json

Exit codes: 0 no problems (warnings are none), 1 problems, 2 wrong use, such as a connection that cannot be used, 130 after Ctrl-C.`),
    )
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import("./doctor.ts");
      process.exitCode = await doctorCommand(options);
    });
}
