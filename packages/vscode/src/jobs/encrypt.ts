import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** The length of a key in bytes. */
export const keyBytes = 32;

/**
 * Encrypts a text with AES-256-GCM. Returns IV, tag and ciphertext.
 * @param place where the text belongs; decryption fails at any other place, so files cannot be swapped
 */
export function encrypt(text: string, key: Uint8Array, place: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a text. Undefined if the key or the place differs, or the bytes are damaged. */
export function decrypt(bytes: Uint8Array, key: Uint8Array, place: string): string | undefined {
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const iv = bytes.subarray(0, ivBytes);
  const cipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  cipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([cipher.update(bytes.subarray(ivBytes + tagBytes)), cipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
