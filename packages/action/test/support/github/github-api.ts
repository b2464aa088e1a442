import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

/** The part of GitHub's REST and GraphQL API that a review talks to, on loopback: comments, artifacts, runs, pull requests. */
export interface GitHubApi extends AsyncDisposable {
  /** What the runner adds to a step's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The comments of all pull requests, the oldest first. */
  readonly comments: Comment[];
  readonly pulls: object[];
  /** `POST /repos/...`, in order. */
  readonly calls: string[];
  /** What the store of the archives was asked with in `Authorization`: `undefined` where there was nothing, as it should be. */
  readonly storeAuthorizations: readonly (string | undefined)[];
  /** Adds a run with its artifacts, by name. Returns its id. */
  addRun(run: Partial<WorkflowRun>, artifacts: Readonly<Record<string, Buffer>>): number;
  /** Says how a run ended that was added without a conclusion. */
  endRun(id: number, conclusion: string): void;
  /** Answers requests that match with this status and message. */
  refuse(pattern: RegExp, status: number, message: string, times?: number, headers?: Record<string, string>): void;
  /** Called before a request is answered: another step can act meanwhile. */
  onCall: (call: string) => void | Promise<void>;
}

export interface Comment {
  readonly id: number;
  readonly issue: number;
  body: string;
  readonly user: { readonly login: string };
  readonly html_url: string;
}

interface WorkflowRun {
  readonly id: number;
  readonly branch: string;
  readonly event: string;
  readonly conclusion: string;
  /** Of a fork, another than that of the repository, 1. */
  readonly headRepository: number;
  readonly expired: boolean;
  /** What GitHub answers of the archives' digests, where that is not the truth. */
  readonly digest: string;
}

interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly run: WorkflowRun;
  readonly content: Buffer;
}

export const gitHubToken = "ghs_loopback";
/** Who the token of a workflow comments as. */
export const botLogin = "github-actions[bot]";

export async function startGitHubApi(): Promise<GitHubApi> {
  const comments: Comment[] = [];
  const pulls: object[] = [];
  const calls: string[] = [];
  const storeAuthorizations: (string | undefined)[] = [];
  const runs = new Map<number, WorkflowRun>();
  const artifacts: Artifact[] = [];
  const refusals: {
    pattern: RegExp;
    status: number;
    message: string;
    left: number;
    headers: Record<string, string>;
  }[] = [];
  let lastId = 1000;

  const listed = ({ id, name, run, content }: Artifact) => ({
    id,
    name,
    size_in_bytes: content.length,
    expired: run.expired,
    digest: `sha256:${run.digest || createHash("sha256").update(content).digest("hex")}`,
    workflow_run: { id: run.id, head_branch: run.branch, repository_id: 1, head_repository_id: run.headRepository },
  });
  const paged = <Item>(url: URL, items: readonly Item[]) => {
    const [per, page] = [Number(url.searchParams.get("per_page") ?? 30), Number(url.searchParams.get("page") ?? 1)];
    url.searchParams.set("page", `${page + 1}`);
    const next = items.length > per * page ? { link: `<${url}>; rel="next"` } : undefined;
    return { items: items.slice(per * (page - 1), per * page), next };
  };
  const repository = "/repos/house/book";
  const answer = (method: string, url: URL, body: Record<string, unknown>): Answer => {
    const path = url.pathname.slice(repository.length);
    const route = `${method} ${path}`;
    if (route === "GET /pulls") return [200, pulls];
    const issue = /^(GET|POST) \/issues\/(\d+)\/comments$/.exec(route);
    if (issue?.[1] === "GET") {
      const { items, next } = paged(
        url,
        comments.filter((each) => each.issue === Number(issue[2])),
      );
      return [200, items, next];
    }
    if (issue !== null) {
      if (typeof body["body"] !== "string" || body["body"].length > 65_536)
        return [422, { message: "Validation Failed" }];
      lastId += 1;
      const comment = {
        id: lastId,
        issue: Number(issue[2]),
        body: body["body"],
        user: { login: botLogin },
        html_url: `https://github.com/house/book/pull/${issue[2]}#issuecomment-${lastId}`,
      };
      comments.push(comment);
      return [201, comment];
    }
    const one = /^(PATCH|DELETE) \/issues\/comments\/(\d+)$/.exec(route);
    if (one !== null) {
      const comment = comments.find(({ id }) => id === Number(one[2]));
      if (comment === undefined) return [404, { message: "Not Found" }];
      if (one[1] === "DELETE") comments.splice(comments.indexOf(comment), 1);
      else comment.body = String(body["body"]);
      return one[1] === "DELETE" ? [204, undefined] : [200, comment];
    }
    const run = /^GET \/actions\/runs\/(\d+)(\/artifacts)?$/.exec(route);
    if (run !== null) {
      const found = runs.get(Number(run[1]));
      if (run[2] === undefined)
        return found === undefined
          ? [404, { message: "Not Found" }]
          : [200, { ...found, created_at: "2026-11-19T09:00:00Z" }];
      const { items, next } = paged(url, artifacts.filter((each) => each.run.id === Number(run[1])).map(listed));
      return [200, { total_count: items.length, artifacts: items }, next];
    }
    if (route === "GET /actions/artifacts") {
      const name = url.searchParams.get("name");
      const { items, next } = paged(
        url,
        artifacts
          .filter((each) => name === null || each.name === name)
          .map(listed)
          .reverse(),
      );
      return [200, { total_count: items.length, artifacts: items }, next];
    }
    const zip = /^GET \/actions\/artifacts\/(\d+)\/zip$/.exec(route);
    if (zip !== null) return [302, undefined, { location: `${url.origin}/store/${zip[1]}?sig=1` }];
    return [404, { message: `no route ${route}` }];
  };

  const api: GitHubApi["onCall"][] = [() => {}];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const call = `${request.method} ${url.pathname}`;
    calls.push(call);
    const body = await readJson(request);
    await api[0]?.(call);
    const send = (status: number, value: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(value === undefined ? "" : JSON.stringify(value));
    const { authorization } = request.headers;
    if (url.pathname.startsWith("/store/")) {
      storeAuthorizations.push(authorization);
      const artifact = artifacts.find(({ id }) => `/store/${id}` === url.pathname);
      // The store takes signed addresses; a token that arrives here has leaked.
      if (artifact === undefined || authorization !== undefined) return send(403, {});
      return response.writeHead(200, { "content-type": "application/zip" }).end(artifact.content);
    }
    if (authorization !== `token ${gitHubToken}`) return send(401, { message: "Bad credentials" });
    const refusal = refusals.find(({ pattern, left }) => left > 0 && pattern.test(call));
    if (refusal !== undefined) {
      refusal.left -= 1;
      return send(refusal.status, { message: refusal.message }, refusal.headers);
    }
    if (url.pathname === "/graphql") return send(200, { data: { viewer: { login: botLogin } } });
    const [status, value, headers] = answer(request.method ?? "", url, body);
    return send(status, value, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The API has no port");
  return {
    env: { GITHUB_API_URL: `http://127.0.0.1:${address.port}` },
    comments,
    pulls,
    calls,
    storeAuthorizations,
    get onCall() {
      return api[0] ?? (() => {});
    },
    set onCall(act) {
      api[0] = act;
    },
    addRun(run, contents) {
      const id = run.id ?? 100 + runs.size;
      const added = {
        branch: "main",
        event: "push",
        conclusion: "success",
        headRepository: 1,
        expired: false,
        digest: "",
        ...run,
        id,
      };
      runs.set(id, added);
      for (const [name, content] of Object.entries(contents)) {
        lastId += 1;
        artifacts.push({ id: lastId, name, run: added, content });
      }
      return id;
    },
    endRun(id, conclusion) {
      const run = runs.get(id);
      if (run !== undefined) runs.set(id, { ...run, conclusion });
    },
    refuse: (pattern, status, message, times = Number.POSITIVE_INFINITY, headers = {}) =>
      void refusals.push({ pattern, status, message, left: times, headers }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = readonly [status: number, body: unknown, headers?: Record<string, string> | undefined];

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const value: unknown = body === "" ? {} : JSON.parse(body);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
