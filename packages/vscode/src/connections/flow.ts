import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { UserError } from "../common/errors.ts";
import { type Step, type StepPlace, takeSteps } from "../common/multi-step.ts";
import { askChoice, askText, type Choice, take } from "../common/quick-input.ts";
import { type CheckResult, checkAddress, checkConnection } from "./check.ts";
import type { ConnectionManager } from "./connections.ts";
import { credentialSteps } from "./credential-steps.ts";
import { type Draft, draftInfo, prefixProblem } from "./draft.ts";
import type { Flow } from "./flow-state.ts";
import { colorChoices } from "./look.ts";
import type { AuthKind, ConnectionColor } from "./types.ts";

/**
 * Takes the user through a connection's steps and saves it. The address and the credentials are each checked by a real call before the next
 * step, so what is wrong is said in the input where it can be mended.
 * @param log told of every failed check, with its details
 * @throws UserCanceledError
 */
export async function runConnectionFlow(
  connections: ConnectionManager,
  draft: Draft,
  log: (error: unknown) => void,
): Promise<void> {
  const title = draft.existing === undefined ? l10n.t("Add Connection") : l10n.t("Edit Connection");
  const ask = async (call: () => Promise<CheckResult>) => {
    try {
      const result = await call();
      if (result.kind === "failed") log(result.error);
      if (result.kind === "limited") void vscode.window.showInformationMessage(result.message);
      return result.kind === "failed" ? result.message : undefined;
    } catch (error) {
      // An address that is none, a token that no header can hold.
      if (error instanceof UserError) return error.message;
      throw error;
    }
  };
  const check = (signal: AbortSignal) =>
    ask(async () => checkConnection(await connections.draftClient(draftInfo(draft), draft.credentials), signal));
  const reach = (signal: AbortSignal) =>
    ask(async () => checkAddress(await connections.draftClient(draftInfo(draft), "anonymous"), signal));
  const flow: Flow = { connections, title, draft, check };
  await takeSteps(() => [
    askName(flow),
    askAddress(flow, reach),
    askAuthentication(flow),
    ...credentialSteps(flow),
    askPrefix(flow),
    askColor(flow),
    askProduction(flow),
  ]);
  await connections.save(draftInfo(draft), draft.credentials);
}

function askName({ connections, draft, title }: Flow): Step {
  const validate = (name: string) => {
    if (name === "") return l10n.t("A connection needs a name.");
    const taken = connections.all().some((other) => other.name === name && other.id !== draft.id);
    return taken ? l10n.t('There is a connection named "{0}" already.', name) : undefined;
  };
  const prompt = l10n.t("A name for the connection, as the status bar will show it");
  return async (place) =>
    take(await askText({ title, ...place, prompt, value: draft.name, validate }), (name) => {
      draft.name = name;
    });
}

function askAddress({ draft, title }: Flow, reach: (signal: AbortSignal) => Promise<string | undefined>): Step {
  const prompt = l10n.t("The base URL of the service");
  const placeholder = "https://api.vendor.example";
  const validate = async (address: string, signal: AbortSignal) => {
    draft.baseUrl = address.replace(/\/+$/, "");
    return reach(signal);
  };
  return async (place) =>
    (await askText({ title, ...place, prompt, placeholder, value: draft.baseUrl, validate })).result;
}

function askAuthentication({ draft, title }: Flow): Step {
  const choices: Choice<AuthKind>[] = [
    { label: l10n.t("User name and API key"), description: "Basic", value: "basic" },
    { label: l10n.t("Token"), description: "Bearer", value: "token" },
    {
      label: l10n.t("OAuth configuration file"),
      detail: l10n.t("The JSON file with the client's key, as the service hands it out"),
      value: "oauth",
    },
  ];
  const placeholder = l10n.t("How the service knows you");
  return async (place) =>
    take(await askChoice({ title, ...place, placeholder, choices, value: draft.auth }), (auth) => {
      if (draft.auth !== auth) draft.credentials = undefined;
      draft.auth = auth;
    });
}

function askPrefix({ draft, title }: Flow): Step {
  const prompt = l10n.t(
    'The vendor\'s word in request headers, X-Vendor-Api-...: keep "Vendor" unless you are told another',
  );
  const ask = (place: StepPlace) =>
    askText({ title, ...place, prompt, value: draft.headerPrefix, validate: prefixProblem });
  return async (place) =>
    take(await ask(place), (prefix) => {
      draft.headerPrefix = prefix;
    });
}

function askColor({ draft, title }: Flow): Step {
  const placeholder = l10n.t("A color for the status bar");
  const choices = colorChoices();
  return async (place) =>
    take(
      await askChoice<ConnectionColor | undefined>({ title, ...place, placeholder, choices, value: draft.color }),
      (color) => {
        draft.color = color;
      },
    );
}

function askProduction({ draft, title }: Flow): Step {
  const choices: Choice<boolean>[] = [
    { label: l10n.t("No"), detail: l10n.t("Runs start at once"), value: false },
    {
      label: l10n.t("Yes"),
      detail: l10n.t("You are asked before anything is run, and the status bar stands out"),
      value: true,
    },
  ];
  const placeholder = l10n.t("Is this a production service?");
  return async (place) =>
    take(await askChoice({ title, ...place, placeholder, choices, value: draft.production }), (production) => {
      draft.production = production;
    });
}
