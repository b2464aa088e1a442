import { isObject } from "@analytics-engines/core/basics";
import type { ViewStore } from "@analytics-engines/viewer";
import type { PageMessage, PageState } from "../source/messages.ts";

/** The API that VS Code provides to a page, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export const vscodeApi: VsCodeApi = acquireVsCodeApi();

/** Sends a message to the extension. */
export function postToExtension(message: PageMessage): void {
  vscodeApi.postMessage(message);
}

const storedState = vscodeApi.getState();
let page: PageState = isObject(storedState) ? storedState : {};
let tables: Readonly<Record<string, unknown>> =
  isObject(storedState) && isObject(storedState["tables"]) ? storedState["tables"] : {};

/** Keeps what the page shows. VS Code restores it in the next page, also after a restart. */
export function keepPageState(state: PageState): void {
  page = state;
  keep();
}

/** Stores the columns that the user chose, together with what the page shows. */
export const tableStore: ViewStore = {
  get: (key) => (Object.hasOwn(tables, key) ? tables[key] : undefined),
  set: (key, value) => {
    tables = { ...tables, [key]: value };
    keep();
  },
};

function keep(): void {
  vscodeApi.setState({ ...page, tables });
}
