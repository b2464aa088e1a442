import { Command, InvalidArgumentError, Option } from "commander";
import { FAULT_LANGUAGE, FaultSyntaxError, parseFault } from "./faults/language.ts";
import { defaultUser, type SimulatorOptions } from "./options.ts";
import type { SimulatorUser } from "./users.ts";

/** The meaning of a command line. */
export interface CommandLine {
  readonly port: number;
  /** The file for the OAuth configuration; `-` is standard output. */
  readonly oauthConfig: string | undefined;
  readonly options: SimulatorOptions;
}

/** The options as commander reads them. Those with the names of the simulator's own options go to it unchanged. */
interface Flags
  extends Required<
    Pick<
      SimulatorOptions,
      "profile" | "seed" | "jobSeconds" | "inlineSeconds" | "maxRunningUnits" | "duplicates" | "location" | "vendorWord"
    >
  > {
  readonly port: number;
  readonly maxAge: number | "none";
  readonly rateLimit: number;
  readonly rateWindow: number;
  readonly publicOrigin?: string;
  readonly requestKeyWord?: string;
  readonly user?: readonly SimulatorUser[];
  readonly token?: readonly string[];
  readonly fault?: readonly string[];
  readonly oauthConfig?: string;
}

const EXAMPLES = `
Examples:
  analytics-engines-simulator --port 8080 --job-seconds 2-30 --max-age 1
  analytics-engines-simulator --rate-limit 100 --rate-window 60
  analytics-engines-simulator --fault "status#2=reset" --fault "result~5%=cut"
  analytics-engines-simulator --oauth-config ./oauth.json

Faults, one a --fault:
${FAULT_LANGUAGE.replaceAll(/^(?=.)/gm, "  ")}
`;

/** The command with its options and help. */
export function createCommand(): Command {
  return new Command("analytics-engines-simulator")
    .description("The Analytics Engines HTTP API on 127.0.0.1: stateful, deterministic, with faults on demand.")
    .option("--port <number>", "port to listen on; 0 is any free one", numberFrom(0, 65535), 8080)
    .addOption(
      choice("--profile <name>", "read open points as the service's samples do, or harshly", ["default", "strict"]),
    )
    .option("--seed <number>", "seed of all data, ids and times of jobs", numberFrom(0), 1)
    .option("--job-seconds <seconds>", "how long jobs take: a number, or a range such as 2-30", seconds, 5)
    .option("--inline-seconds <seconds>", "how long a create waits for an inline result", numberFrom(0), 0)
    .option("--max-age <seconds>", "max-age of a running status; none sends no such header", maxAge, 2)
    .option("--rate-limit <requests>", "requests of one user in a window", numberFrom(1), 1_000_000)
    .option("--rate-window <seconds>", "length of that window", numberFrom(1), 60)
    .option("--max-running-units <units>", "units of one user that may run at once", numberFrom(1), 500)
    .addOption(choice("--duplicates <answer>", "a PUT with another job's parameters", ["conflict", "allow"]))
    .addOption(choice("--location <form>", "form of the Location header", ["absolute", "path"]))
    .option("--public-origin <origin>", "origin of the addresses in answers (default: the one that was called)", origin)
    .option("--vendor-word <word>", "the vendor's name in the names of headers", word, "Vendor")
    .option("--request-key-word <word>", "the name in the request-key header (default: the vendor word)", word)
    .option("--user <name:password>", "a user; may be repeated (default: DEMO-1:demo)", collect(user))
    .option("--token <token>", "a bearer token of the first user; may be repeated", collect(String))
    .option("--fault <rule>", "a fault, see below; may be repeated", collect(fault))
    .option("--oauth-config <file>", "write a ready OAuth configuration of the first user; - prints it")
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES);
}

/** Reads a command line (without the program's own name). Throws commander's errors. */
export function readCommandLine(command: Command, args: readonly string[]): CommandLine {
  const {
    port,
    oauthConfig,
    maxAge,
    rateLimit,
    rateWindow,
    user: users,
    token = [],
    fault = [],
    ...simulatorFlags
  } = command.parse(args, { from: "user" }).opts<Flags>();
  const owner = users?.[0]?.username ?? defaultUser.username;
  const options = {
    ...simulatorFlags,
    requestKeyWord: simulatorFlags.requestKeyWord ?? simulatorFlags.vendorWord,
    maxAgeSeconds: maxAge,
    rateLimit: { limit: rateLimit, windowSeconds: rateWindow },
    ...(users === undefined ? {} : { users }),
    tokens: token.map((text) => ({ token: text, username: owner })),
    faults: fault,
  };
  return { port, oauthConfig, options };
}

function choice(flags: string, description: string, [first = "", ...others]: readonly string[]): Option {
  return new Option(flags, description).choices([first, ...others]).default(first);
}

function numberFrom(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const upTo = most === Number.MAX_SAFE_INTEGER ? "" : ` to ${most}`;
    throw new InvalidArgumentError(`Expected a number from ${least}${upTo}.`);
  };
}

function seconds(text: string): number | readonly [number, number] {
  const [, from = "", to] = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (from === "" || Number(to ?? from) < Number(from)) {
    throw new InvalidArgumentError("Expected seconds, such as 5, or a range, such as 2-30.");
  }
  return to === undefined ? Number(from) : [Number(from), Number(to)];
}

const maxAge = (text: string) => (text === "none" ? text : numberFrom(0)(text));

function origin(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text).origin;
  throw new InvalidArgumentError("Expected an origin, such as https://api.example.");
}

function word(text: string): string {
  if (/^[A-Za-z][A-Za-z0-9]*$/.test(text)) return text;
  throw new InvalidArgumentError("Expected one word of letters and digits.");
}

function user(text: string): SimulatorUser {
  const [, username, password] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (username === undefined || password === undefined) throw new InvalidArgumentError("Expected NAME:PASSWORD.");
  return { username, password };
}

function fault(text: string): string {
  try {
    parseFault(text);
    return text;
  } catch (error) {
    throw error instanceof FaultSyntaxError ? new InvalidArgumentError(error.message) : error;
  }
}

function collect<Value>(read: (text: string) => Value) {
  return (text: string, earlier: readonly Value[] = []): readonly Value[] => [...earlier, read(text)];
}
