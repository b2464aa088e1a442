import type { TlsSettings } from "./tls.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the certificates that the environment names, as `readTlsSettings` does. Where it names none, what reads them is not loaded. */
export async function loadTlsSettings(env: Env): Promise<TlsSettings | undefined> {
  const { ANALYTICS_CA_FILE: caFile, ANALYTICS_CLIENT_CERT: cert, ANALYTICS_CLIENT_KEY: key } = env;
  if (!(caFile || cert || key)) return undefined;
  const { readTlsSettings } = await import("./tls.ts");
  return readTlsSettings(env);
}
