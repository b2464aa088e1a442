import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { UserCanceledError } from "../common/errors.ts";
import type { Step, StepPlace, StepResult } from "../common/multi-step.ts";
import { askChoice, askText, type Choice, take } from "../common/quick-input.ts";
import { keepsCredentials, readConfiguration } from "./draft.ts";
import type { Flow } from "./flow-state.ts";

/** The steps that ask for credentials of the chosen kind. The last one checks them. */
export function credentialSteps(flow: Flow): readonly Step[] {
  switch (flow.draft.auth) {
    case "basic":
      return [askUsername(flow), askPassword(flow)];
    case "token":
      return [askToken(flow)];
    default:
      return [askConfiguration(flow), ...(needsDiscovery(flow) ? [askDiscovery(flow)] : [])];
  }
}

function askUsername({ draft, title }: Flow): Step {
  return async (place) => {
    const known = draft.credentials?.kind === "basic" ? draft.credentials : { username: "", password: "" };
    const keep = keepsCredentials(draft);
    const prompt = l10n.t("User name, as NAME-SERIAL");
    const placeholder = keep ? l10n.t("Leave empty to keep the saved user name and key") : "";
    const validate = (name: string) => {
      if (name === "" && !keep) return l10n.t("A user name is needed.");
      return name.includes(":") ? l10n.t("A user name has no colon.") : undefined;
    };
    return take(
      await askText({ title, ...place, prompt, placeholder, value: known.username, validate }),
      (username) => {
        draft.credentials = username === "" ? undefined : { kind: "basic", username, password: known.password };
      },
    );
  };
}

function askPassword({ draft, title, check }: Flow): Step {
  return async (place) => {
    const { credentials } = draft;
    const entered = credentials?.kind === "basic" ? credentials : undefined;
    const prompt =
      entered === undefined ? l10n.t("Press Enter to check the saved key") : l10n.t("API key of {0}", entered.username);
    const validate = async (password: string, signal: AbortSignal) => {
      if (entered !== undefined) {
        if (password === "") return l10n.t("An API key is needed.");
        draft.credentials = { ...entered, password };
      }
      return check(signal);
    };
    return (await askText({ title, ...place, prompt, password: true, value: entered?.password ?? "", validate }))
      .result;
  };
}

function askToken({ draft, title, check }: Flow): Step {
  return async (place) => {
    const keep = keepsCredentials(draft);
    const value = draft.credentials?.kind === "token" ? draft.credentials.token : "";
    const placeholder = keep ? l10n.t("Leave empty to keep the saved token") : "";
    const validate = async (token: string, signal: AbortSignal) => {
      if (token === "" && !keep) return l10n.t("A token is needed.");
      if (!/^[\x21-\x7e]*$/.test(token)) return l10n.t("A token holds no white space.");
      draft.credentials = token === "" ? undefined : { kind: "token", token };
      return check(signal);
    };
    const prompt = l10n.t("Token");
    return (await askText({ title, ...place, prompt, placeholder, password: true, value, validate })).result;
  };
}

type ConfigurationChoice = "keep" | "file";

function askConfiguration(flow: Flow): Step {
  const { draft, title, check } = flow;
  const ask = async (place: StepPlace, problem: string | undefined): Promise<StepResult> => {
    const choices: Choice<ConfigurationChoice>[] = [
      {
        label: l10n.t("Choose a file..."),
        detail: problem ?? l10n.t("Its content is kept in the system's keyring; the file can be removed afterwards"),
        value: "file",
      },
    ];
    if (draft.credentials?.kind === "oauth") choices.unshift({ label: l10n.t("Use the chosen file"), value: "keep" });
    else if (keepsCredentials(draft)) choices.unshift({ label: l10n.t("Keep the saved configuration"), value: "keep" });
    const placeholder = problem ?? l10n.t("The OAuth configuration file");
    const answer = await askChoice({ title, ...place, placeholder, choices });
    if (answer.result === "back") return "back";
    const wrong =
      (answer.value === "file" ? await chooseFile(flow) : undefined) ??
      (needsDiscovery(flow) ? undefined : await whileWaiting(check));
    return wrong === undefined ? "next" : ask(place, wrong);
  };
  return (place) => ask(place, undefined);
}

/** Reads the file that the user picks into the draft; or says what is wrong with it. */
async function chooseFile({ draft }: Flow): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({ filters: { JSON: ["json"] }, title: l10n.t("OAuth Configuration") })) ?? [];
  if (file === undefined) throw new UserCanceledError();
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const read = readConfiguration(text);
  if ("problem" in read) return read.problem;
  draft.credentials = { kind: "oauth", configuration: text };
  return undefined;
}

function needsDiscovery({ draft: { credentials } }: Flow): boolean {
  if (credentials?.kind !== "oauth") return false;
  const read = readConfiguration(credentials.configuration);
  return "hasDiscovery" in read && !read.hasDiscovery;
}

function askDiscovery({ draft, title, check }: Flow): Step {
  const prompt = l10n.t("The address of the discovery document, which the configuration does not name");
  const placeholder = "https://auth.vendor.example/.well-known/openid-configuration";
  return async (place) => {
    const { credentials } = draft;
    if (credentials?.kind !== "oauth") return "back";
    const validate = async (wellKnownUri: string, signal: AbortSignal) => {
      draft.credentials = { ...credentials, wellKnownUri };
      return check(signal);
    };
    return (await askText({ title, ...place, prompt, placeholder, value: credentials.wellKnownUri ?? "", validate }))
      .result;
  };
}

async function whileWaiting(check: Flow["check"]): Promise<string | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t("Checking the connection..."),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (_progress, token) => {
    const canceled = new AbortController();
    token.onCancellationRequested(() => canceled.abort(new UserCanceledError()));
    return check(canceled.signal);
  });
}
