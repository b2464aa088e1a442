import { inflateRawSync } from "node:zlib";

const endSignature = 0x06054b50;

/** The files of a ZIP archive by path, read from its central directory. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== endSignature) throw new Error("Not a ZIP archive");
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + size);
    files.set(
      archive.toString("utf8", at + 46, at + 46 + nameLength),
      method === 0 ? content : inflateRawSync(content),
    );
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** The files of an artifact by their paths: those of its archive, or the one file that it is. */
export function readArtifact(name: string, content: Buffer): Map<string, Buffer> {
  return name.endsWith(".html") ? new Map([[name, content]]) : readZip(content);
}
