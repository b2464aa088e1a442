import { arrowKind } from "@analytics-engines/core/basics";
import {
  decodeResultBytes,
  decodeResultStream,
  ResultDecodeError,
  refuseTooLarge,
  type Table,
  UnreadVersionError,
} from "@analytics-engines/core/results";
import { openFile, readPieces, UnusableFileError } from "@analytics-engines/runs/files";
import { systemReason, UserError } from "@analytics-engines/runs/host";
import { readStandardInput, STANDARD } from "../../terminal/standard-streams.ts";

const NAME_RESULT = "Name a result with tables, such as analytics-run/weights.pa/weights.json.";

/** The tables of a stored result, JSON or Arrow; `-` for standard input. @throws UserError for a file that cannot be read, or is not such a result */
export async function readTables(file: string): Promise<readonly Table[]> {
  try {
    const tables = await decodeTables(file);
    if (tables.length > 0) return tables;
  } catch (error) {
    if (error instanceof UnusableFileError) throw new UserError(`${file} ${error.reason}. ${NAME_RESULT}`);
    if (error instanceof UnreadVersionError)
      throw new UserError(
        `${file}: ${error.message}. The bytes are kept as they came. Read the file with a newer version, or with another program.`,
      );
    // Without a place, the whole file is no result.
    const { explainParameterFile } = await import("./explain-file.ts");
    const explanation =
      error instanceof ResultDecodeError && error.place === "" && file !== STANDARD
        ? await explainParameterFile(file)
        : undefined;
    if (explanation !== undefined) throw new UserError(`${file}: ${explanation}`);
    const reason = error instanceof ResultDecodeError ? error.message : systemReason(error);
    throw new UserError(`${file}: ${reason.replace(/\.$/, "")}. ${NAME_RESULT}`);
  }
  throw new UserError(`${file}: it has no tables. ${NAME_RESULT}`);
}

async function decodeTables(file: string): Promise<readonly Table[]> {
  if (file === STANDARD) return decodeResultBytes(await readStandardInput());
  const arrow = await arrowBytes(file);
  return arrow === undefined ? decodeResultStream(readPieces(file, { isNamedByUser: true })) : decodeResultBytes(arrow);
}

/** The bytes of Arrow data; `undefined` where a file does not begin like that. JSON never does. @throws ResultDecodeError for a file that is too large */
async function arrowBytes(file: string): Promise<Buffer | undefined> {
  await using handle = await openFile(file, { isNamedByUser: true });
  refuseTooLarge((await handle.stat()).size);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(6), 0, 6, 0);
  return arrowKind(buffer.subarray(0, bytesRead)) === undefined ? undefined : await handle.readFile();
}
