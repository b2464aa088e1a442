import type { PageMessage } from "../source/messages.ts";

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
