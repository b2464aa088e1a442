import type { Env } from "./inputs.ts";

/** An address in the repository of the workflow; `undefined` without a runner. */
export function repositoryLink(
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: Env,
  rest: string,
): string | undefined {
  return server && repository ? `${server}/${repository}/${rest}` : undefined;
}

/** The address of the artifacts of this workflow run, to which the id of one is added. */
export function artifactsLink(env: Env): string | undefined {
  const run = env["GITHUB_RUN_ID"];
  return run ? repositoryLink(env, `actions/runs/${run}/artifacts/`) : undefined;
}
