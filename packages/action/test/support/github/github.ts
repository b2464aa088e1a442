import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import {
  BlobSASPermissions,
  BlobServiceClient,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
} from "@azure/storage-blob";
import type { Azurite } from "./azurite.ts";

/** The part of GitHub that a step talks to for artifacts, on loopback; the archives themselves are in the blob emulator. */
export interface GitHub extends AsyncDisposable {
  /** What the runner adds to a step's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The finished artifacts. */
  artifacts(): readonly StoredArtifact[];
  download(name: string): Promise<Buffer>;
  /** Takes a name, as another job of the workflow run would. */
  occupy(name: string): void;
  /** Answers the next create with this status and message. */
  failNext(status: number, message: string): void;
}

export interface StoredArtifact {
  readonly id: number;
  readonly name: string;
  /** SHA-256 as the client declared it: `sha256:` and hex. */
  readonly digest: string;
  readonly size: number;
  /** ISO 8601; absent where the client asked for no retention. */
  readonly expiresAt: string | undefined;
}

interface Artifact extends StoredArtifact {
  readonly blob: string;
  readonly finished: boolean;
}

class TwirpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const service = "/twirp/github.actions.results.api.v1.ArtifactService/";

/** Starts the results service: the calls by which an artifact is created and finalized. */
export async function startGitHub(azurite: Azurite): Promise<GitHub> {
  const credential = new StorageSharedKeyCredential(azurite.account, azurite.key);
  const container = new BlobServiceClient(azurite.url, credential).getContainerClient(`results-${randomUUID()}`);
  await container.create();
  const token = runtimeToken();
  const artifacts = new Map<string, Artifact>();
  const failures: TwirpError[] = [];
  let lastId = 1000;

  const signedUrl = (blob: string) => {
    const permissions = BlobSASPermissions.parse("cw");
    const expiresOn = new Date(Date.now() + 600_000);
    const query = generateBlobSASQueryParameters(
      { containerName: container.containerName, blobName: blob, permissions, expiresOn },
      credential,
    );
    return `${container.getBlockBlobClient(blob).url}?${query}`;
  };
  const add = (name: string, finished: boolean, expiresAt?: string) => {
    if (artifacts.get(name)?.finished)
      throw new TwirpError(409, "an artifact with this name already exists on the workflow run");
    lastId += 1;
    const artifact = { id: lastId, name, blob: `${lastId}.zip`, digest: "", size: 0, expiresAt, finished };
    artifacts.set(name, artifact);
    return artifact;
  };
  const calls: Record<string, (request: Record<string, unknown>) => Promise<unknown>> = {
    async CreateArtifact(request) {
      const { blob } = add(
        text(request["name"]),
        false,
        request["expires_at"] === undefined ? undefined : text(request["expires_at"]),
      );
      return { ok: true, signed_upload_url: signedUrl(blob) };
    },
    async FinalizeArtifact(request) {
      const artifact = artifacts.get(text(request["name"]));
      if (artifact === undefined) throw new TwirpError(404, "no such artifact");
      const { contentLength } = await container.getBlobClient(artifact.blob).getProperties();
      if (`${contentLength}` !== text(request["size"])) throw new TwirpError(400, `the size is ${contentLength}`);
      artifacts.set(artifact.name, {
        ...artifact,
        finished: true,
        size: contentLength ?? 0,
        digest: text(request["hash"]),
      });
      return { ok: true, artifact_id: `${artifact.id}` };
    },
  };

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    try {
      const body = await readJson(request);
      if (request.headers.authorization !== `Bearer ${token}`) throw new TwirpError(401, "the token is not valid");
      const call = request.url?.startsWith(service) ? calls[request.url.slice(service.length)] : undefined;
      if (call === undefined) throw new TwirpError(404, `no route ${request.url}`);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      answer(200, await call(body));
    } catch (error) {
      answer(error instanceof TwirpError ? error.status : 500, {
        msg: error instanceof Error ? error.message : String(error),
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The results service has no port");

  return {
    env: { ACTIONS_RESULTS_URL: `http://127.0.0.1:${address.port}/`, ACTIONS_RUNTIME_TOKEN: token },
    artifacts: () => [...artifacts.values()].filter(({ finished }) => finished),
    download: (name) => container.getBlobClient(artifacts.get(name)?.blob ?? name).downloadToBuffer(),
    occupy: (name) => void add(name, true),
    failNext: (status, message) => void failures.push(new TwirpError(status, message)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The runner's token for the results service, whose scope names the run and the job. */
function runtimeToken(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    scp: "Actions.GenericRead:0 Actions.Results:run-1:job-1",
    exp: Math.floor(Date.now() / 1000) + 3600,
  };
  return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.signature`;
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const value: unknown = JSON.parse(body);
  if (typeof value !== "object" || value === null) throw new TwirpError(400, "the body is not an object");
  return { ...value };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
