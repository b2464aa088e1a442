export interface PageParts {
  readonly script: string;
  readonly nonce: string;
  /** The display language, such as `de`: that of numbers and dates, and of the texts if there are any. */
  readonly language: string;
  /** The texts in that language by the English ones; without them the page is English. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/**
 * A page that runs one script and loads nothing else. The nonce allows the script and its imports; the policy blocks any other script or style
 * that data could contain. The elements create their styles as objects.
 */
export function pageHtml({ script, nonce, language, texts }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "img-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="${texts === undefined ? "en" : escaped(language)}" data-number-language="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Analytics Engines results</title>
</head>
<body>
${texts === undefined ? "" : textsBlock(texts)}<script type="module" nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

/** Data, which the browser does not run. The viewer reads it by its id. */
function textsBlock(texts: Readonly<Record<string, string>>): string {
  const json = JSON.stringify(texts).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="analytics-engines-texts">${json}</script>\n`;
}

/** A text in an attribute, as in a URL. */
function escaped(text: string): string {
  return text.replaceAll('"', "%22").replaceAll("<", "%3C");
}
