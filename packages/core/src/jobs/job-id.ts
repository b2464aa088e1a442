/** A job's id as the service writes it: 32 hex digits, from the machine's secure random numbers. */
export function secureJobId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
