import { escapeJson } from "@analytics-engines/core/basics";
import { readManifest } from "@analytics-engines/runs";
import { findFiles, readConfined } from "@analytics-engines/runs/files";
import {
  DATA_NOTICE,
  type KnownRun,
  MAX_TOKENS,
  openPlace,
  readTable,
  type ToolWorld,
} from "@analytics-engines/runs/tools";
import {
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  type TextResourceContents,
} from "@modelcontextprotocol/server";
import { readSettings } from "../project/read-settings.ts";

/** The resources of a page of the list. */
const PAGE_SIZE = 100;
/** The runs whose tables are listed: the newest ones. Those of other runs have the same form of address. */
const MAX_RUNS_WITH_TABLES = 5;
/** The longest parameter file that is a resource, characters. */
const MAX_FILE_LENGTH = 200_000;
const ROOT = "analytics-engines://";
const JSON_TYPE = "application/json";

/** The forms of the addresses. Each part is percent-encoded, slashes too. */
export const resourceTemplates = [
  { name: "parameter-file", title: "Parameter file", uriTemplate: `${ROOT}file/{path}`, mimeType: JSON_TYPE },
  { name: "run", title: "Run: its units and their status", uriTemplate: `${ROOT}run/{run}`, mimeType: JSON_TYPE },
  {
    name: "table",
    title: "Table of a result: its first rows",
    uriTemplate: `${ROOT}table/{run}/{file}/{unit}/{table}`,
    mimeType: JSON_TYPE,
  },
];

/** The parameter files of a folder, relative to it. */
export function listParameterFiles(folder: string): readonly string[] {
  return findFiles(folder, { families: readSettings({}, folder).families.value }, { root: folder }).files;
}

/** A page of the parameter files, the runs and the tables of the newest runs. @throws ProtocolError for a cursor of another list */
export async function listResources(folder: string, world: ToolWorld, cursor: string | undefined) {
  const start = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isSafeInteger(start) || start < 0)
    throw invalid("The cursor is of another list. List the resources from the start.");
  const runs = await world.runs();
  const tables = await Promise.all(runs.slice(0, MAX_RUNS_WITH_TABLES).map(tablesOf));
  const resources = [
    ...listParameterFiles(folder).map((path) => resourceOf(["file", path], path, "Parameter file")),
    ...runs.map(({ id, startedAt }) => resourceOf(["run", id], id, `Run of ${startedAt}`)),
    ...tables.flat(),
  ];
  const end = start + PAGE_SIZE;
  return {
    resources: resources.slice(start, end),
    ...(end < resources.length && { nextCursor: String(end) }),
  };
}

/** The first tables of the units of a run; none of a run that cannot be read. */
async function tablesOf({ id, folder }: KnownRun): Promise<readonly Resource[]> {
  const { files = [] } = (await readManifest(folder).catch(() => undefined)) ?? {};
  return files.flatMap(({ path, units }) =>
    units
      .filter(({ file }) => file !== undefined)
      .flatMap((unit) =>
        (unit.tables ?? [{ id: "1" }]).map((table) =>
          resourceOf(
            ["table", id, path, unit.id, table.id],
            `${unit.id} of ${path}`,
            `Table ${table.id} of the run ${id}`,
          ),
        ),
      ),
  );
}

function resourceOf(parts: readonly string[], name: string, description: string): Resource {
  return { uri: ROOT + parts.map(encodeURIComponent).join("/"), name, description, mimeType: JSON_TYPE };
}

/**
 * Reads a resource: a notice that the texts in it are data, and its JSON.
 * @throws ProtocolError for an address that is none, ToolInputError for a place outside of the folder
 */
export async function readAddress(folder: string, world: ToolWorld, uri: string): Promise<TextResourceContents[]> {
  const [kind, ...parts] = partsOf(uri);
  const name = parts.join("/");
  if (kind === "file" && name !== "") {
    const text = escapeJson(readParameterFile(folder, world, name).replaceAll("\r\n", "\n").replaceAll("\t", "  "));
    return [
      { uri, mimeType: "text/plain", text: DATA_NOTICE },
      { uri, mimeType: JSON_TYPE, text },
    ];
  }
  const ask = async (input: object): Promise<TextResourceContents[]> => {
    return [{ uri, mimeType: JSON_TYPE, text: await readTable.use({ ...input, maxTokens: MAX_TOKENS }, world) }];
  };
  if (kind === "run" && name !== "") return ask({ run: name });
  const [run, file, unit, table] = parts;
  if (kind === "table" && parts.length === 4) return ask({ run, file, unit, table, rows: 100 });
  throw invalid(
    `There is no such resource. Its address is one of ${resourceTemplates.map((one) => one.uriTemplate).join(", ")}.`,
  );
}

/** The text of a parameter file. Other files of the folder are no resources: they can hold secrets. */
function readParameterFile(folder: string, world: ToolWorld, input: string): string {
  const { file, name } = openPlace(world, input);
  const read = listParameterFiles(folder).includes(name)
    ? readConfined(folder, file, folder)
    : { problem: "is no parameter file" };
  if ("problem" in read) throw invalid(`The file ${read.problem}. List the resources to see the parameter files.`);
  if (read.text.length <= MAX_FILE_LENGTH) return read.text;
  throw invalid(
    `The file has ${read.text.length} characters, too many for a resource. Read its units with validateFile.`,
  );
}

function partsOf(uri: string): readonly string[] {
  try {
    return uri.startsWith(ROOT) ? uri.slice(ROOT.length).split("/").map(decodeURIComponent) : [];
  } catch {
    return [];
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
