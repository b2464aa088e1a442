import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A private key and its certificate, as a TLS server takes them. */
export interface Certified {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  /** The host that the certificate names. */
  readonly host: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** Who signs it. Default: its own key. */
  readonly issuer?: Issuer;
  /** Whether it may sign others. Its `host` is its name then. */
  readonly isAuthority?: boolean;
}

export interface Issuer {
  readonly name: string;
  readonly key: KeyObject;
}

const dayMs = 86_400_000;

export const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** A certificate for tests. Node makes keys and signatures, and no certificates: this writes the few fields that one needs (RFC 5280). */
export function makeCertificate(options: CertificateOptions): Certified {
  const { host, notBefore = new Date(Date.now() - dayMs), notAfter = new Date(Date.now() + dayMs) } = options;
  const { privateKey, publicKey } = newKey();
  const issuer = options.issuer ?? { name: host, key: privateKey };
  const ecdsaWithSha256 = sequence(objectId("2a8648ce3d040302"));
  const names = tagged(0x30, tagged(0x82, Buffer.from(host)));
  const subjectAltName = sequence(objectId("551d11"), tagged(0x04, names));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    distinguishedName(issuer.name),
    sequence(time(notBefore), time(notAfter)),
    distinguishedName(host),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(subjectAltName, ...(options.isAuthority === true ? [basicConstraints()] : []))),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, issuer.key)]));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(sequence(body, ecdsaWithSha256, signature)),
  };
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts);
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, "hex"));

/** It may sign certificates; the extension is critical. */
function basicConstraints(): Buffer {
  const yes = tagged(0x01, Buffer.from([0xff]));
  return sequence(objectId("551d13"), yes, tagged(0x04, sequence(yes)));
}

/** A name with one commonName. */
function distinguishedName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId("550403"), tagged(0x0c, Buffer.from(name)))));
}

/** GeneralizedTime, to the second. */
function time(date: Date): Buffer {
  return tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\..*$/g, "")}Z`));
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
