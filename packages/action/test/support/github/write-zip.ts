import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive, with any properties. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer | string;
  /** What the archive says of the size, where that is not the truth. */
  readonly claimedSize?: number;
  /** Unix mode, such as 0o120777 of a link. */
  readonly mode?: number;
  readonly isCompressed?: true;
}

/** A ZIP archive. `claimedEntries`: how many entries it says that it has, where that is not the truth. */
export function writeZip(entries: readonly ZipEntry[], claimedEntries?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedSize, mode = 0o100644, isCompressed = false } of entries) {
    const plain = Buffer.from(content);
    const bytes = isCompressed ? deflateRawSync(plain) : plain;
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(isCompressed ? 8 : 0, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(claimedSize ?? plain.length, 18);
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
  const body = [...parts, names];
  if (claimedEntries !== undefined) {
    end.writeUInt16LE(0xffff, 4);
    end.writeUInt16LE(0xffff, 6);
    end.writeUInt32LE(0xffffffff, 12);
    body.push(...largeEnd(claimedEntries, names.length, offset));
  }
  return Buffer.concat([...body, Buffer.from("PK\u0005\u0006"), end]);
}

/** What precedes the end of an archive whose numbers do not fit there: ZIP64. */
function largeEnd(entries: number, bytes: number, offset: number): Buffer[] {
  const record = Buffer.alloc(52);
  record.writeBigUInt64LE(44n, 0);
  record.writeBigUInt64LE(BigInt(entries), 20);
  record.writeBigUInt64LE(BigInt(entries), 28);
  record.writeBigUInt64LE(BigInt(bytes), 36);
  record.writeBigUInt64LE(BigInt(offset), 44);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 4);
  locator.writeUInt32LE(1, 12);
  return [Buffer.from("PK\u0006\u0006"), record, Buffer.from("PK\u0006\u0007"), locator];
}
