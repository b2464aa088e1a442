import { type Command, Option } from "commander";
import { baseUrlOption } from "../../arguments.ts";
import { guide } from "../../terminal/output.ts";
import type { LoginOptions, LogoutOptions } from "./login.ts";

const NAME_HELP = "the profile (default: the connection of the project file, or default)";

/** Adds the commands for credentials in the system's keyring: login and logout. Their modules are loaded when they are called. */
export function addLoginCommands(program: Command): void {
  for (const add of [addLogin, addLogout]) add(program);
}

function addLogin(program: Command): void {
  program
    .command("login")
    .description("Store credentials in the system's keyring as a profile, after the service has accepted them.")
    .argument("[name]", NAME_HELP)
    .option("--username <name>", "the user name and serial number that the API key belongs to")
    .addOption(new Option("--token", "store a token in place of a user name and an API key").conflicts("username"))
    .addOption(
      new Option(
        "--oauth-config <file>",
        "store the service's OAuth configuration; - reads it from standard input",
      ).conflicts(["username", "token", "secret"]),
    )
    .option("--secret <file>", "a file with the API key or the token; - reads it from standard input")
    .addOption(baseUrlOption())
    .option("--json", "print the profile as JSON, without its secret")
    .addHelpText(
      "after",
      guide(`
Without --secret the command asks on the terminal, and shows nothing of the answer. It sends one small read to the service, and stores what the
service accepts. The keyring is Keychain on macOS, Credential Manager on Windows, and the Secret Service of the session on Linux. Without one,
nothing is stored: set ANALYTICS_USERNAME and ANALYTICS_API_KEY, or ANALYTICS_TOKEN, or ANALYTICS_OAUTH_CONFIG.

A profile is for the origin of --base-url, or of ANALYTICS_BASE_URL, and goes to no other. Variables with credentials come before it.

Examples:
  analytics-engines login --base-url https://api.vendor.example
  analytics-engines login prod --username DEMO-1 --secret - --base-url https://api.vendor.example
  analytics-engines login night --oauth-config oauth.json --base-url https://api.vendor.example

Exit codes: 0 the profile is stored, 2 wrong use, no keyring, or credentials that the service refuses, 130 after Ctrl-C.`),
    )
    .action(async (name: string | undefined, options: LoginOptions) => {
      const { loginCommand } = await loadLogin();
      process.exitCode = await loginCommand(name, options);
    });
}

function addLogout(program: Command): void {
  program
    .command("logout")
    .description("Remove a profile with its credentials from the system's keyring.")
    .argument("[name]", NAME_HELP)
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      guide(`
It sends nothing: on the service the credentials stay valid.

Examples:
  analytics-engines logout
  analytics-engines logout prod

Exit codes: 0 the keyring has no such profile any more, 2 wrong use, or no keyring, 130 after Ctrl-C.`),
    )
    .action(async (name: string | undefined, options: LogoutOptions) => {
      const { logoutCommand } = await loadLogin();
      process.exitCode = await logoutCommand(name, options);
    });
}

const loadLogin = () => import("./login.ts");
