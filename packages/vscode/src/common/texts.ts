/** The last part of a path with `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

const wholeNumber = new Intl.NumberFormat();

/** A number of things as this machine writes it: `1,000`. */
export function countText(count: number): string {
  return wholeNumber.format(count);
}

export type ResultKind = "json" | "arrow" | "text" | "other";

/** The kind of a result by its content type, which may have parameters. */
export function resultKind(contentType = ""): ResultKind {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (/[/+]json$/.test(type)) return "json";
  if (/arrow|feather/.test(type)) return "arrow";
  return type.startsWith("text/") ? "text" : "other";
}
