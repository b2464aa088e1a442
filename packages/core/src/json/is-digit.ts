/** Whether the code of a character, or a byte of UTF-8, is a digit from 0 to 9. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
