import type { ServiceErrorItem } from "@analytics-engines/core";

/** `1.5 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 59.95) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** `512 B`, `1.5 kB`, `2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${units[unit]}`;
}

/** An error of the service in its own words: `TITLE: DETAIL`, or its code; empty where it says nothing. */
export function errorText({ code, title, detail }: ServiceErrorItem): string {
  return [...new Set([title, detail])].filter(Boolean).join(": ") || (code === undefined ? "" : `Error ${code}`);
}
