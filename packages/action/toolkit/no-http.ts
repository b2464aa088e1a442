// Stands in for the HTTP client and the `undici` of `@actions/github`, 430 kB: GitHub is asked through the `fetch` that the service is asked
// through, which knows the same proxies.

export class HttpClient {
  getAgent(): undefined {}
  getAgentDispatcher(): undefined {}
}

export function fetch(): never {
  throw new Error("getOctokit must be handed a fetch.");
}
