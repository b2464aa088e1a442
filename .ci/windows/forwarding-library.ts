// A library (DLL) for Windows x64 that contains no code: Windows takes each of its functions from another library. It has one section, the
// table of exports.

const SECTION_ADDRESS = 0x1000;
const HEADERS_BYTES = 0x200;
const FILE_ALIGNMENT = 0x200;
const TABLE_BYTES = 40;
const DOS_BYTES = 64;
const OPTIONAL_HEADER_BYTES = 240;

/** The bytes of a library with one function, which another library has under another name. */
export function forwardingLibrary(name: string, functionName: string, target: string): Buffer {
  const exports = exportTable(name, functionName, target);
  const headers = Buffer.concat([
    dosHeader(),
    fileHeader(),
    optionalHeader(exports.length),
    sectionHeader(exports.length),
  ]);
  return Buffer.concat([padded(headers), padded(exports)]);
}

/** The table of exports: a fixed part, one row of addresses, names and numbers, and the texts that they lead to. */
function exportTable(name: string, functionName: string, target: string): Buffer {
  const rowBytes = 4 + 4 + 2;
  const texts = [name, target, functionName].map((text) => Buffer.from(`${text}\0`, "latin1"));
  const firstText = SECTION_ADDRESS + TABLE_BYTES + rowBytes;
  const addresses = texts.map((_, index) =>
    texts.slice(0, index).reduce((address, text) => address + text.length, firstText),
  );
  const [nameAddress = 0, targetAddress = 0, functionNameAddress = 0] = addresses;
  const row = SECTION_ADDRESS + TABLE_BYTES;
  const table = [0, 0, 0, nameAddress, 1, 1, 1, row, row + 4, row + 8, targetAddress, functionNameAddress];
  return Buffer.concat([...table.map(uint32), uint16(0), ...texts]);
}

function dosHeader(): Buffer {
  const header = Buffer.alloc(DOS_BYTES);
  header.write("MZ", 0, "latin1");
  header.writeUInt32LE(DOS_BYTES, DOS_BYTES - 4);
  return header;
}

function fileHeader(): Buffer {
  const [x64, sections, library] = [0x8664, 1, 0x2022];
  return Buffer.concat([
    Buffer.from("PE\0\0", "latin1"),
    uint16(x64),
    uint16(sections),
    Buffer.alloc(12),
    uint16(OPTIONAL_HEADER_BYTES),
    uint16(library),
  ]);
}

function optionalHeader(exportBytes: number): Buffer {
  const header = Buffer.alloc(OPTIONAL_HEADER_BYTES);
  // By their offsets: the kind of the file, the linker, the Windows that it needs, the subsystem, and where it may be loaded.
  const words = { 0: 0x20b, 2: 14, 40: 6, 48: 6, 68: 2, 70: 0x160 };
  const doubleWords = {
    8: inFile(exportBytes),
    20: SECTION_ADDRESS,
    32: SECTION_ADDRESS,
    36: FILE_ALIGNMENT,
    56: 0x2000,
    60: HEADERS_BYTES,
    // The entries of the table of addresses. The first entry is that of the exports.
    108: 16,
    112: SECTION_ADDRESS,
    116: exportBytes,
  };
  const quadWords = { 24: 0x180000000n, 72: 0x100000n, 80: 0x1000n, 88: 0x100000n, 96: 0x1000n };
  for (const [offset, value] of Object.entries(words)) header.writeUInt16LE(value, Number(offset));
  for (const [offset, value] of Object.entries(doubleWords)) header.writeUInt32LE(value, Number(offset));
  for (const [offset, value] of Object.entries(quadWords)) header.writeBigUInt64LE(value, Number(offset));
  return header;
}

function sectionHeader(exportBytes: number): Buffer {
  const readable = 0x40000040;
  const sizes = [exportBytes, SECTION_ADDRESS, inFile(exportBytes), HEADERS_BYTES].map(uint32);
  return Buffer.concat([Buffer.from(".rdata\0\0", "latin1"), ...sizes, Buffer.alloc(12), uint32(readable)]);
}

/** How many bytes a part takes in the file. */
function inFile(bytes: number): number {
  return Math.ceil(bytes / FILE_ALIGNMENT) * FILE_ALIGNMENT;
}

function padded(part: Buffer): Buffer {
  return Buffer.concat([part, Buffer.alloc(inFile(part.length) - part.length)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
