/** A value in full: numbers in full precision, structs as JSON, nothing for null. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return value === null || value === undefined ? "" : (JSON.stringify(value) ?? "");
}

const numbers = new Intl.NumberFormat("en");

/** `1,234 rows`, `1 row`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

/** A number of bytes for people: `1.2 MB`, in powers of ten. */
export function byteText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** `20240131` as `2024-01-31`; anything else as it is. */
export function dayText(date: string): string {
  return /^\d{8}$/.test(date) ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}` : date;
}
