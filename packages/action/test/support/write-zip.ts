import { crc32 } from "node:zlib";

/** An entry of an archive, as whoever makes it pleases. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer | string;
  /** What the archive says of the size, where that is not the truth. */
  readonly claimedSize?: number;
  /** Unix mode, such as 0o120777 of a link. */
  readonly mode?: number;
}

/** A ZIP archive of stored entries. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedSize, mode = 0o100644 } of entries) {
    const bytes = Buffer.from(content);
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(claimedSize ?? bytes.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, path, bytes]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(mode * 0x10000, 6);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0003"), fields, central, path]));
    parts.push(local);
    offset += local.length;
  }
  const names = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(names.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, names, Buffer.from("PK\u0005\u0006"), end]);
}
