import { X509Certificate } from "node:crypto";
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from "node:tls";
import { messageOf } from "@analytics-engines/core/basics";
import { readNamedFile } from "../files/open-file.ts";
import { UserError } from "../user-error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What the connections of a program trust, and with what it proves who it is. */
export interface TlsSettings {
  /** For the service and its token service: the authorities, and the client certificate. */
  readonly service: SecureContext;
  /** For a proxy: the authorities alone. */
  readonly proxy: SecureContext;
}

/**
 * Reads the authorities and the client certificate that the user names, which apply beside Node's own: its bundle, `NODE_EXTRA_CA_CERTS` and, with
 * `NODE_USE_SYSTEM_CA`, those of the system. A project file names none of them, because it comes from others.
 *
 * @param env `ANALYTICS_CA_FILE`, `ANALYTICS_CLIENT_CERT` and `ANALYTICS_CLIENT_KEY` (each the path of a PEM file, or its text), and
 * `ANALYTICS_CLIENT_KEY_PASSPHRASE`
 * @param caFile the value of the option `--ca-file`, which has precedence over `ANALYTICS_CA_FILE`
 * @returns undefined where nothing is named: Node's own settings apply
 * @throws UserError that names the option or the variable, and repeats nothing of a key
 */
export function readTlsSettings(env: Env, caFile?: string): TlsSettings | undefined {
  const { ANALYTICS_CLIENT_CERT: namedCert, ANALYTICS_CLIENT_KEY: namedKey } = env;
  if (Boolean(namedCert) !== Boolean(namedKey))
    throw new UserError(
      `The variable ${namedCert ? "ANALYTICS_CLIENT_KEY" : "ANALYTICS_CLIENT_CERT"} is missing: a client certificate needs both ANALYTICS_CLIENT_CERT and ANALYTICS_CLIENT_KEY.`,
    );
  const authorities =
    caFile === undefined ? readPem(env, "ANALYTICS_CA_FILE") : readPemFile(caFile, "the option --ca-file");
  const cert = readPem(env, "ANALYTICS_CLIENT_CERT");
  const key = readPem(env, "ANALYTICS_CLIENT_KEY");
  if (authorities === undefined && cert === undefined) return undefined;
  if (authorities !== undefined)
    checkCertificates(authorities, caFile === undefined ? "the variable ANALYTICS_CA_FILE" : "the option --ca-file");
  const ca = [...defaultAuthorities(), ...(authorities === undefined ? [] : [authorities])];
  const proxy = createSecureContext({ ca });
  if (cert === undefined || key === undefined) return { service: proxy, proxy };
  checkCertificates(cert, "the variable ANALYTICS_CLIENT_CERT");
  const passphrase = env["ANALYTICS_CLIENT_KEY_PASSPHRASE"];
  try {
    const service = createSecureContext({ ca, cert, key, ...(passphrase ? { passphrase } : {}) });
    return { service, proxy };
  } catch (error) {
    throw new UserError(
      `The client certificate cannot be used: ${messageOf(error)}. Check that ANALYTICS_CLIENT_KEY is the key of ANALYTICS_CLIENT_CERT, and that ANALYTICS_CLIENT_KEY_PASSPHRASE is its passphrase, if it has one.`,
    );
  }
}

/** The authorities of Node: those that it trusts without settings of this project. */
function defaultAuthorities(): readonly string[] {
  // The first versions of Node 22 tell only their own bundle.
  return typeof getCACertificates === "function" ? getCACertificates("default") : rootCertificates;
}

/** The PEM text in a variable, or in the file that it names. */
function readPem(env: Env, variable: string): string | undefined {
  const value = env[variable];
  if (!value) return undefined;
  return value.includes("-----BEGIN ") ? value : readPemFile(value, `the variable ${variable}`);
}

function readPemFile(file: string, source: string): string {
  const read = readNamedFile(file);
  if ("text" in read) return read.text;
  // The value is not repeated: it may be a key instead of a path.
  throw new UserError(`The file that ${source} names cannot be read: ${read.reason}. Name a PEM file that exists.`);
}

/** @throws UserError for a text that has no certificate, or a damaged one: OpenSSL would ignore it silently */
function checkCertificates(pem: string, source: string): void {
  const blocks = pem.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END [A-Z0-9 ]+-----/g) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
    if (blocks.length > 0) return;
  } catch {
    throw new UserError(`A certificate of ${source} is damaged. Name a PEM file with whole certificates.`);
  }
  throw new UserError(
    `The file of ${source} has no certificate. Name a PEM file: it contains "-----BEGIN CERTIFICATE-----".`,
  );
}
