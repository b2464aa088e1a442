/**
 * Stands in for the one function of Node's cryptography that `@actions/core` asks for, to end a value in a command file. The toolkit refuses
 * a value that holds the end, so the end need not be a secret.
 */
export function randomUUID(): string {
  return Array.from({ length: 3 }, () => Math.random().toString(36).slice(2)).join("-");
}
