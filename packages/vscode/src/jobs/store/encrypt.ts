import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** The length of a key in bytes. */
export const keyBytes = 32;
/** How many bytes encryption adds. */
export const addedBytes = ivBytes + tagBytes;

/**
 * Encrypts a text or bytes with AES-256-GCM. Returns IV, tag and ciphertext.
 * @param place where the content belongs; decryption fails at any other place, so files cannot be swapped
 */
export function encrypt(content: string | Uint8Array, key: Uint8Array, place: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a content. Undefined if the key or the place differs, or the bytes are damaged. */
export function decrypt(bytes: Uint8Array, key: Uint8Array, place: string): Buffer | undefined {
  if (bytes.length < addedBytes) return undefined;
  const iv = bytes.subarray(0, ivBytes);
  const cipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  cipher.setAuthTag(bytes.subarray(ivBytes, addedBytes));
  try {
    return Buffer.concat([cipher.update(bytes.subarray(addedBytes)), cipher.final()]);
  } catch {
    return undefined;
  }
}
