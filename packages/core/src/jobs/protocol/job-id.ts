import { hexOf } from "../../text/bytes.ts";

/** A job's id as the service writes it: 32 hex digits, from the machine's secure random numbers. */
export function secureJobId(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}
