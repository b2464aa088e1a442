/**
 * A page that runs one script and loads nothing else. The nonce allows the script and its imports; the policy blocks any other script or style
 * that data could contain. The elements create their styles as objects.
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
