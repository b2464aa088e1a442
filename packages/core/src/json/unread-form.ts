import { entries, isObject, property } from "./value.ts";

/** The first number of each version of STACH that is read. */
const READ_VERSIONS = /^v?[12](?:\.|$)/i;
/** A longer version or scheme is not quoted in messages. */
const MAX_QUOTE_CHARACTERS = 40;
/** What a package, a table or a list of tables has, in this version of the format or in another. */
const tableNames = ["tables", "table", "definition", "columns", "rows"] as const;
/** Members of a package or a table, which are no outputs of their own. */
const notOutputs: ReadonlySet<string> = new Set(["version", "tables", "definition", "columns", "rows"]);
/** The prefixes of metadata that every Arrow writer may add, and that do not change the meaning of the columns. */
const plainSchemes = new Set(["arrow", "parquet"]);

/**
 * Names the form of a parsed result that has tables in a version or a form of STACH that is not read, such as `STACH version 3.0`. Undefined
 * for a result that is read, and for any other JSON: only what the result states or has is evidence.
 */
export function findUnreadForm(result: unknown): string | undefined {
  const data = property(result, "data");
  const base = isObject(data) ? data : result;
  const whole = judgeHolder(base) ?? judgeHolder(result);
  if (whole !== undefined) return whole.unread;
  const outputs = entries(base)
    .filter(([name]) => !notOutputs.has(name))
    .flatMap(([, output]) => [output, property(output, "data")].flatMap((holder) => judgeHolder(holder) ?? []));
  const hasReadOutput = outputs.some(({ unread }) => unread === undefined);
  // Beside tables that are read, an output must state its version: an object with columns and rows can be anything.
  return outputs.find(({ unread, isStated }) => unread !== undefined && (isStated || !hasReadOutput))?.unread;
}

/** Names the scheme of an Arrow schema whose metadata has keys of a scheme that is not read, such as `fds:stach:version`. */
export function findUnreadScheme(metadata: ReadonlyMap<string, string>): string | undefined {
  const schemes = [...metadata.keys()].flatMap((key) => /^([^\s:/]+(?::[^\s:/]+)*):[^\s:/]+$/.exec(key)?.[1] ?? []);
  const unknownSchemes = schemes.filter((scheme) => !plainSchemes.has(scheme.toLowerCase()));
  const scheme = unknownSchemes.find(isStachScheme) ?? unknownSchemes[0];
  if (scheme === undefined) return undefined;
  const version = metadata.get(`${scheme}:version`);
  const stated = version === undefined ? "" : ` version ${quoted(version)}`;
  return isStachScheme(scheme)
    ? `Arrow with metadata of STACH${stated} (${quoted(scheme)})`
    : `Arrow with metadata of the unknown scheme ${quoted(scheme)}${stated}`;
}

/** Whether tables that state this version are read. Most state none. */
export function isReadVersion(version: unknown): boolean {
  const stated = versionText(version);
  return stated === undefined || READ_VERSIONS.test(stated);
}

/** What `findUnreadForm` needs of a table in a list: no rows. */
export function sketchTable(table: unknown): unknown {
  if (!isObject(table)) return table;
  const { rows, ...others } = table;
  return Array.isArray(rows) ? { ...others, rows: [] } : others;
}

interface Judgement {
  /** The name of the form, if it is not read. */
  readonly unread?: string;
  /** Whether the object states a version that is not read. */
  readonly isStated?: boolean;
}

/** Judges an object that may be a package or a table; undefined if it is neither. */
function judgeHolder(holder: unknown): Judgement | undefined {
  if (!isObject(holder)) return undefined;
  const stated = versionText(property(holder, "version"));
  if (
    stated !== undefined &&
    !READ_VERSIONS.test(stated) &&
    tableNames.some((name) => isContainer(property(holder, name)))
  )
    return { unread: `STACH version ${quoted(stated)}`, isStated: true };
  const tables = property(holder, "tables");
  const listed = isContainer(tables) ? Object.values(tables) : [];
  if (listed.length > 0 && listed.every(hasForm3)) return { unread: form3Name(stated) };
  const isBare =
    Array.isArray(property(property(holder, "definition"), "columns")) && isObject(property(holder, "data"));
  if (isObject(tables) || isBare) return {};
  return hasForm3(holder) ? { unread: form3Name(stated) } : undefined;
}

/** A stated version as text; undefined if none is stated. */
function versionText(version: unknown): string | undefined {
  const text = typeof version === "string" ? version.trim() : JSON.stringify(version ?? "");
  return text === "" || text === '""' ? undefined : text;
}

/**
 * Whether an object has its columns in a list beside its rows, as tables of version 3 have. Those of versions 1 and 2 have a definition
 * there.
 */
function hasForm3(value: unknown): boolean {
  const columns = property(value, "columns");
  const isListed =
    Array.isArray(columns) && columns.length > 0 && columns.every((item) => typeof property(item, "name") === "string");
  const hasBody = Array.isArray(property(value, "rows")) || isObject(property(value, "table"));
  return isListed && hasBody && !isObject(property(value, "definition"));
}

function form3Name(stated: string | undefined): string {
  const version = stated === undefined ? "no version" : `version ${quoted(stated)}`;
  return `a table in the form of STACH version 3 that states ${version}`;
}

function isStachScheme(scheme: string): boolean {
  return scheme.toLowerCase().split(":").includes("stach");
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Text of a result for a message, on one line. A long one is not quoted: a part of it could be a part of a credential. */
function quoted(text: string): string {
  const words = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return words.length > MAX_QUOTE_CHARACTERS ? `of ${words.length} characters` : words.toWellFormed();
}
