import type { Env } from "./inputs.ts";

/** An address in the repository of the workflow; `undefined` where there is no runner that says which one it is. */
export function repositoryLink(
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: Env,
  rest: string,
): string | undefined {
  return server && repository ? `${server}/${repository}/${rest}` : undefined;
}

/** Where GitHub shows the artifacts of this run of the workflow: the id of one goes behind it. */
export function artifactsLink(env: Env): string | undefined {
  const run = env["GITHUB_RUN_ID"];
  return run ? repositoryLink(env, `actions/runs/${run}/artifacts/`) : undefined;
}
