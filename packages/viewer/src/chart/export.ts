const STYLED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "font-weight",
] as const;

/**
 * A drawn chart as an SVG file of its own: what the page's style gives it is written into it, as it would look on white paper. `at` is a
 * place in the page where the chart's style holds.
 */
export function toSvgFile(drawn: SVGSVGElement, at: ParentNode): string {
  const copy = drawn.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("a copy of an SVG element is one");
  copy.classList.add("paper");
  at.append(copy);
  try {
    for (const element of copy.querySelectorAll("text, line, path, rect, circle")) {
      const style = getComputedStyle(element);
      const names = element.tagName === "text" ? STYLED : STYLED.slice(0, 4);
      for (const name of names) element.setAttribute(name, style.getPropertyValue(name));
    }
    for (const element of copy.querySelectorAll("[class]")) element.removeAttribute("class");
  } finally {
    copy.remove();
  }
  copy.removeAttribute("class");
  const paper = document.createElementNS(copy.namespaceURI, "rect");
  for (const [name, value] of [
    ["width", "100%"],
    ["height", "100%"],
    ["fill", "#ffffff"],
  ] as const) {
    paper.setAttribute(name, value);
  }
  copy.prepend(paper);
  return forXml(new XMLSerializer().serializeToString(copy));
}

/** XML cannot hold control characters or halves of characters, which data may. */
function forXml(text: string): string {
  return text.replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, "\uFFFD").toWellFormed();
}

/** The same as a PNG, at twice the size, sharp in print. */
export async function toPngFile(svgFile: string, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgFile], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * 2;
    canvas.height = height * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))),
        "image/png",
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A file to keep. A host that saves files itself listens and prevents the default, which is a download. */
export class SaveFileEvent extends Event {
  readonly fileName: string;
  readonly content: Blob;

  constructor(fileName: string, content: Blob) {
    super("save-file", { bubbles: true, composed: true, cancelable: true });
    this.fileName = fileName;
    this.content = content;
  }
}

export function saveFile(from: EventTarget, fileName: string, content: Blob): void {
  if (!from.dispatchEvent(new SaveFileEvent(fileName, content))) return;
  const link = document.createElement("a");
  link.download = fileName;
  link.href = URL.createObjectURL(content);
  link.click();
  // The download has its own hold on the content once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A name that every file system takes. */
export function fileNameOf(title: string, ending: string): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${plain.slice(0, 80).replace(/^[. ]+|[. ]+$/g, "") || "chart"}.${ending}`;
}
