import { isolated } from "@analytics-engines/core/basics";
import { isoDate, type Table } from "@analytics-engines/core/results";
import { localDates, t } from "../l10n.ts";

/** What a saved chart says about its data: account, benchmark, period, currency and source. */
export function captionLines({ metadata, id }: Table, source: string): string[] {
  const { items, startDate, endDate, currency } = metadata;
  const first = (...names: string[]) =>
    names.map((name) => items[name]?.join(", ")).find((text) => text !== undefined && text !== "");
  const account = first("Accounts", "Account", "Portfolios");
  const benchmark = first("Benchmark", "Benchmarks");
  const [start, end] = [startDate, endDate].map((date) => date && localDates(isoDate(date) ?? date));
  const period = start && end && start !== end ? t("{0} to {1}", start, end) : (end ?? start);
  const about = [
    account && accountText(account, benchmark),
    period && (start && end && start !== end ? t("Period {0}", period) : t("As of {0}", period)),
    currency && t("Currency {0}", currency),
  ];
  const origin = [source || id, first("Document Name"), first("Component Name")].filter(Boolean).join(", ");
  return [about.filter(Boolean).join(" · "), t("Source: {0}", origin)].filter(Boolean);
}

function accountText(account: string, benchmark: string | undefined): string {
  return benchmark ? t("Account {0} against {1}", account, benchmark) : t("Account {0}", account);
}

const styledProperties = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
] as const;

const CAPTION_LINE = 16;

/** The height that a caption adds to a saved chart. */
export function captionHeight(caption: readonly string[]): number {
  return caption.length === 0 ? 0 : caption.length * CAPTION_LINE + 10;
}

/**
 * A chart as an SVG file with its styles written into it, for white paper, and with a caption below it. `at` is an element to which the
 * chart's style sheet applies.
 */
export function toSvgFile(picture: SVGSVGElement, at: ParentNode, caption: readonly string[]): string {
  const copy = picture.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("the copy of an SVG element is no SVG element");
  copy.classList.add("paper");
  addCaption(copy, caption);
  at.append(copy);
  try {
    for (const element of copy.querySelectorAll("text, line, path, rect, circle")) {
      const style = getComputedStyle(element);
      const names = element.tagName === "text" ? styledProperties : styledProperties.slice(0, 4);
      for (const name of names) element.setAttribute(name, withoutAddress(style.getPropertyValue(name)));
    }
    for (const element of copy.querySelectorAll("[class]")) element.removeAttribute("class");
  } finally {
    copy.remove();
  }
  copy.removeAttribute("class");
  const paper = document.createElementNS(copy.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: "#ffffff" })) {
    paper.setAttribute(name, value);
  }
  copy.prepend(paper);
  return forXml(new XMLSerializer().serializeToString(copy));
}

function addCaption(copy: SVGSVGElement, caption: readonly string[]): void {
  const height = Number(copy.getAttribute("height"));
  const whole = height + captionHeight(caption);
  for (const [index, line] of caption.entries()) {
    const text = document.createElementNS(copy.namespaceURI, "text");
    text.setAttribute("class", "subtitle");
    text.setAttribute("x", "12");
    text.setAttribute("y", String(height + (index + 0.7) * CAPTION_LINE));
    text.textContent = isolated(line);
    copy.append(text);
  }
  copy.setAttribute("height", String(whole));
  copy.setAttribute("viewBox", `0 0 ${copy.getAttribute("width")} ${whole}`);
}

/** A reference within the file, without the address of the page, which the browser may write in front of it. */
function withoutAddress(value: string): string {
  return value.replace(/url\("?[^"#)]*#([^")]+)"?\)/, "url(#$1)");
}

/** Replaces control characters and lone surrogates, which data can have and XML cannot. */
function forXml(text: string): string {
  return text.replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, "\uFFFD").toWellFormed();
}

/** The SVG file as a PNG, at twice the size, so that it is sharp in print. */
export async function toPngFile(svgFile: Blob, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(svgFile);
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
        (blob) =>
          blob
            ? resolve(blob)
            : reject(new Error(t("The browser could not make the picture. Save the chart as SVG instead."))),
        "image/png",
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A file to save. The default is a download; a host that saves files itself prevents it. */
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
  // A download that has begun keeps the content alive itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The name of a saved file, for every file system. */
export function fileNameOf(title: string, ending: string): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${plain.slice(0, 80).replace(/^[. ]+|[. ]+$/g, "") || t("chart")}.${ending}`;
}
