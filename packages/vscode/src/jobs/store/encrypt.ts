import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The length of a key in bytes. */
export const KEY_BYTES = 32;
/** How many bytes encryption adds. */
export const ADDED_BYTES = IV_BYTES + TAG_BYTES;

/**
 * Encrypts a text or bytes with AES-256-GCM. Returns IV, tag and ciphertext.
 * @param place where the content belongs; decryption fails at any other place, so files cannot be swapped
 */
export function encrypt(content: string | Uint8Array, key: Uint8Array, place: string): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a content. Undefined if the key or the place differs, or the bytes are damaged. */
export function decrypt(bytes: Uint8Array, key: Uint8Array, place: string): Buffer | undefined {
  if (bytes.length < ADDED_BYTES) return undefined;
  const iv = bytes.subarray(0, IV_BYTES);
  const cipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  cipher.setAuthTag(bytes.subarray(IV_BYTES, ADDED_BYTES));
  try {
    return Buffer.concat([cipher.update(bytes.subarray(ADDED_BYTES)), cipher.final()]);
  } catch {
    return undefined;
  }
}
