const numbers = new Intl.NumberFormat("en");

/** `1,234 rows`, `1 row`. */
export function countOf(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A number of bytes in powers of ten: `1.2 MB`. */
export function byteText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** `20240131` as `2024-01-31`; other texts unchanged. */
export function dashedDay(date: string): string {
  return date.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
