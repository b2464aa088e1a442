/** A line of a page. */
export interface PdfLine {
  readonly text: string;
  /** Points. */
  readonly size: number;
}

const page = { width: 595, height: 842, top: 780, bottom: 60, left: 60 };

/**
 * A PDF 1.4 document of lines of text on A4 pages, with its cross-reference table. Letters that the standard Latin fonts lack
 * show as question marks.
 */
export function writePdf(title: string, lines: readonly PdfLine[]): Uint8Array<ArrayBuffer> {
  const pages = paginate(lines);
  const firstPage = 5;
  const pageIds = pages.map((_, index) => firstPage + 2 * index);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Title (${escaped(title)}) /Producer (Analytics Engines simulator) >>`,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  // All texts are Latin-1, so a length in characters is a length in bytes. The second line marks the file as binary.
  let file = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, "latin1"));
}

/** The content of each page. */
function paginate(lines: readonly PdfLine[]): string[] {
  const pages: string[] = [];
  let content = "";
  let y = page.top;
  for (const { text, size } of lines) {
    if (y < page.bottom) {
      pages.push(content);
      content = "";
      y = page.top;
    }
    content += `BT /F1 ${size} Tf ${page.left} ${y} Td (${escaped(text)}) Tj ET\n`;
    y -= Math.round(size * 1.5);
  }
  return [...pages, content];
}

function escaped(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, "?").replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
}
