import type { PageMessage } from "../messages.ts";

/** What VS Code gives a page, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export const vscodeApi: VsCodeApi = acquireVsCodeApi();

/** Sends a message to the extension. */
export function post(message: PageMessage): void {
  vscodeApi.postMessage(message);
}
