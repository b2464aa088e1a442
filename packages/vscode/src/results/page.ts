/**
 * A page that runs one script and loads nothing else: the script is known by the nonce, and so is what it imports. No style and no script that
 * data could smuggle in is obeyed; the parts bring their styles as objects.
 */
export function pageHtml({ script, nonce }: { readonly script: string; readonly nonce: string }): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "img-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Analytics Engines results</title>
</head>
<body>
<script type="module" nonce="${nonce}" src="${script.replaceAll('"', "%22").replaceAll("<", "%3C")}"></script>
</body>
</html>
`;
}
