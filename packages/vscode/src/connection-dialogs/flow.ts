import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type FlowStep, takeSteps } from "../common/multi-step.ts";
import { askChoice, askText } from "../common/questions.ts";
import type { Connections } from "../connections/connections.ts";
import type { AuthKind, ConnectionInfo } from "../connections/types.ts";
import { type CheckResult, checkAddress, checkConnection } from "./check.ts";
import { type CheckDraft, credentialSteps, secretSteps } from "./credential-steps.ts";
import { DEFAULT_PREFIX, type Draft, prefixProblem, withPrefix } from "./draft.ts";
import { colorChoices } from "./status-bar.ts";

/**
 * Takes the user through the steps of a connection and saves it. A call to the service checks the address and the credentials before the next
 * step, so the input that is wrong shows the error. A button adds the steps that few connections need.
 * @param log receives the error of each failed check
 * @throws UserCanceledError
 */
export async function runConnectionFlow(
  connections: Connections,
  draft: Draft,
  log: (error: unknown) => void,
): Promise<void> {
  const title = draft.existing === undefined ? l10n.t("Add Connection") : l10n.t("Edit Connection");
  const { check, reach } = checksOf(connections, draft, log);
  const more = [askPrefix, askColor, askProduction];
  await takeSteps(
    title,
    () => [
      askName(draft, connections),
      askAddress(draft, reach),
      askAuthentication(draft),
      ...credentialSteps(draft, check),
      ...(draft.wantsMore ? more.map((ask) => ask(draft)) : []),
    ],
    () =>
      draft.wantsMore
        ? undefined
        : {
            tooltip: l10n.t("More: vendor prefix, color, production"),
            count: more.length,
            press() {
              draft.wantsMore = true;
            },
          },
  );
  await connections.save(draft.info, draft.credentials);
}

/** Asks for the credentials of a connection alone, checks them with a call to the service, and saves them. @throws UserCanceledError */
export async function runCredentialsFlow(
  connections: Connections,
  draft: Draft,
  log: (error: unknown) => void,
): Promise<void> {
  const { check } = checksOf(connections, draft, log);
  await takeSteps(l10n.t("Enter Credentials"), () => secretSteps(draft, check));
  await connections.save(draft.info, draft.credentials);
}

/** The calls to the service that check credentials and address. Each resolves with what is wrong, or undefined. */
function checksOf(connections: Connections, draft: Draft, log: (error: unknown) => void) {
  const attempt = async (call: () => Promise<CheckResult>) => {
    try {
      const result = await call();
      if (result.kind === "failed") log(result.error);
      if (result.kind === "limited") void vscode.window.showInformationMessage(result.message);
      return result.kind === "failed" ? result.message : undefined;
    } catch (error) {
      // An invalid address, or a token that a header cannot contain.
      if (error instanceof UserError) return error.message;
      throw error;
    }
  };
  const check: CheckDraft = (signal) =>
    attempt(async () => checkConnection(await connections.draftClient(draft.info, draft.credentials), signal));
  const reach: CheckDraft = (signal) =>
    attempt(async () => checkAddress(await connections.draftClient(draft.info, "anonymous"), signal));
  return { check, reach };
}

function change(draft: Draft, change: Partial<ConnectionInfo>): void {
  draft.info = { ...draft.info, ...change };
}

function askName(draft: Draft, connections: Connections): FlowStep {
  const validate = (name: string) => {
    if (name === "") return l10n.t("Enter a name.");
    const isTaken = connections.all().some((connection) => connection.name === name && connection.id !== draft.info.id);
    return isTaken ? l10n.t('A connection named "{0}" exists already.', name) : undefined;
  };
  const prompt = l10n.t("A name for the connection, shown in the status bar");
  return askText({ prompt, value: draft.info.name, validate }, (name) => change(draft, { name }));
}

function askAddress(draft: Draft, reach: CheckDraft): FlowStep {
  const validate = (address: string, signal: AbortSignal) => {
    change(draft, { baseUrl: address.replace(/\/+$/, "") });
    return reach(signal);
  };
  const prompt = l10n.t("The base URL of the service");
  return askText({ prompt, placeholder: "https://api.vendor.example", value: draft.info.baseUrl, validate });
}

function askAuthentication(draft: Draft): FlowStep {
  const choices = [
    { label: l10n.t("User name and API key"), description: "Basic", value: "basic" as const },
    { label: l10n.t("Token"), description: "Bearer", value: "token" as const },
    {
      label: l10n.t("OAuth configuration file"),
      detail: l10n.t("The JSON file with the key of the client, as the service issues it"),
      value: "oauth" as const,
    },
  ];
  const placeholder = l10n.t("How to authenticate");
  return askChoice<AuthKind>({ placeholder, choices, value: draft.info.auth }, (auth) => {
    if (draft.info.auth !== auth) draft.credentials = undefined;
    change(draft, { auth });
  });
}

function askPrefix(draft: Draft): FlowStep {
  const prompt = l10n.t(
    'The vendor part of request headers such as X-Vendor-Api-...: keep "Vendor" unless your service uses another',
  );
  return askText({ prompt, value: draft.info.headerPrefix ?? DEFAULT_PREFIX, validate: prefixProblem }, (prefix) => {
    draft.info = withPrefix(draft.info, prefix);
  });
}

function askColor(draft: Draft): FlowStep {
  const placeholder = l10n.t("A color for the status bar");
  return askChoice({ placeholder, choices: colorChoices(), value: draft.info.color }, (color) => {
    const { color: _before, ...info } = draft.info;
    draft.info = color === undefined ? info : { ...info, color };
  });
}

function askProduction(draft: Draft): FlowStep {
  const choices = [
    { label: l10n.t("No"), detail: l10n.t("Runs start at once"), value: false },
    {
      label: l10n.t("Yes"),
      detail: l10n.t("Each run needs your confirmation, and the status bar is highlighted"),
      value: true,
    },
  ];
  const placeholder = l10n.t("Is this a production service?");
  return askChoice({ placeholder, choices, value: draft.info.production }, (production) =>
    change(draft, { production }),
  );
}
