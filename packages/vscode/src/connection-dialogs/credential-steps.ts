import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { UserCanceledError } from "../common/errors.ts";
import type { FlowStep } from "../common/multi-step.ts";
import { askChoice, askText, type Choice, chooseJsonFile } from "../common/questions.ts";
import { type Draft, keepsCredentials, readConfiguration } from "./draft.ts";

/** Calls the service with what the user entered. Resolves with what is wrong, or undefined. */
export type CheckDraft = (signal: AbortSignal) => Promise<string | undefined>;

/** The steps that ask for credentials of the chosen kind. The last one checks them. */
export function credentialSteps(draft: Draft, check: CheckDraft): readonly FlowStep[] {
  switch (draft.info.auth) {
    case "basic":
      return [askUsername(draft), askPassword(draft, check)];
    case "token":
      return [askToken(draft, check)];
    default:
      return [askConfiguration(draft, check), ...(needsDiscovery(draft) ? [askDiscovery(draft, check)] : [])];
  }
}

/** The steps that ask for the credentials of a saved connection: one masked field, or the file. */
export function secretSteps(draft: Draft, check: CheckDraft): readonly FlowStep[] {
  return draft.info.auth === "basic" ? [askUserAndKey(draft, check)] : credentialSteps(draft, check);
}

function askUserAndKey(draft: Draft, check: CheckDraft): FlowStep {
  return askText({
    prompt: l10n.t('User name and API key of "{0}", as NAME-SERIAL:KEY', draft.info.name),
    password: true,
    value: "",
    async validate(text, signal) {
      const colon = text.indexOf(":");
      if (colon < 1 || colon === text.length - 1)
        return l10n.t("Enter both with a colon between them: NAME-SERIAL:KEY.");
      draft.credentials = { kind: "basic", username: text.slice(0, colon), password: text.slice(colon + 1) };
      return check(signal);
    },
  });
}

function askUsername(draft: Draft): FlowStep {
  const keep = keepsCredentials(draft);
  const { username, password } = draft.credentials?.kind === "basic" ? draft.credentials : noUser;
  return askText(
    {
      prompt: l10n.t("User name, as NAME-SERIAL"),
      placeholder: keep ? l10n.t("Leave empty to keep the saved user name and key") : "",
      value: username,
      validate(name) {
        if (name === "" && !keep) return l10n.t("Enter a user name.");
        return name.includes(":") ? l10n.t("A user name has no colon.") : undefined;
      },
    },
    (name) => {
      draft.credentials = name === "" ? undefined : { kind: "basic", username: name, password };
    },
  );
}

const noUser = { username: "", password: "" };

function askPassword(draft: Draft, check: CheckDraft): FlowStep {
  const entered = draft.credentials?.kind === "basic" ? draft.credentials : undefined;
  return askText({
    prompt:
      entered === undefined ? l10n.t("Press Enter to check the saved key") : l10n.t("API key of {0}", entered.username),
    password: true,
    value: entered?.password ?? "",
    async validate(password, signal) {
      if (entered !== undefined) {
        if (password === "") return l10n.t("Enter an API key.");
        draft.credentials = { ...entered, password };
      }
      return check(signal);
    },
  });
}

function askToken(draft: Draft, check: CheckDraft): FlowStep {
  const keep = keepsCredentials(draft);
  return askText({
    prompt: draft.info.name === "" ? l10n.t("Token") : l10n.t('Token of "{0}"', draft.info.name),
    placeholder: keep ? l10n.t("Leave empty to keep the saved token") : "",
    password: true,
    value: draft.credentials?.kind === "token" ? draft.credentials.token : "",
    async validate(token, signal) {
      if (token === "" && !keep) return l10n.t("Enter a token.");
      if (!/^[\x21-\x7e]*$/.test(token)) return l10n.t("A token contains no white space.");
      draft.credentials = token === "" ? undefined : { kind: "token", token };
      return check(signal);
    },
  });
}

/** Lets the user choose the OAuth file, and asks again with the problem until the file is good. */
function askConfiguration(draft: Draft, check: CheckDraft, problem?: string): FlowStep {
  const choices: Choice<"keep" | "file">[] = [
    {
      label: l10n.t("Choose a file..."),
      detail: problem ?? l10n.t("The system's keyring keeps its content; you can delete the file afterwards"),
      value: "file",
    },
  ];
  if (draft.credentials?.kind === "oauth") choices.unshift({ label: l10n.t("Use the chosen file"), value: "keep" });
  else if (keepsCredentials(draft)) choices.unshift({ label: l10n.t("Keep the saved configuration"), value: "keep" });
  const placeholder = problem ?? l10n.t("The OAuth configuration file");
  return async (position) => {
    let isNew = false;
    const step = askChoice({ placeholder, choices }, (value) => {
      isNew = value === "file";
    });
    if ((await step(position)) === "back") return "back";
    const wrong =
      (isNew ? await readChosenFile(draft) : undefined) ??
      (needsDiscovery(draft) ? undefined : await checkWithProgress(check));
    return wrong === undefined ? "next" : askConfiguration(draft, check, wrong)(position);
  };
}

/** Reads the file that the user picks into the draft. Returns what is wrong with it, or undefined. */
async function readChosenFile(draft: Draft): Promise<string | undefined> {
  const file = await chooseJsonFile(l10n.t("OAuth Configuration"));
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const read = readConfiguration(text);
  if ("problem" in read) return read.problem;
  draft.credentials = { kind: "oauth", configuration: text };
  return undefined;
}

function needsDiscovery({ credentials }: Draft): boolean {
  if (credentials?.kind !== "oauth") return false;
  const read = readConfiguration(credentials.configuration);
  return "hasDiscovery" in read && !read.hasDiscovery;
}

function askDiscovery(draft: Draft, check: CheckDraft): FlowStep {
  return askText({
    prompt: l10n.t("The address of the discovery document, which the configuration does not contain"),
    placeholder: "https://auth.vendor.example/.well-known/openid-configuration",
    value: (draft.credentials?.kind === "oauth" && draft.credentials.wellKnownUri) || "",
    async validate(wellKnownUri, signal) {
      if (draft.credentials?.kind === "oauth") draft.credentials = { ...draft.credentials, wellKnownUri };
      return check(signal);
    },
  });
}

async function checkWithProgress(check: CheckDraft): Promise<string | undefined> {
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
