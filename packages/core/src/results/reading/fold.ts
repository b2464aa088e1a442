export function foldHeader(text: string): string {
  return text;
}
export function headerKey(text: string): string {
  return text;
}
