/** A page up to its body. Its policy allows what the directives name, and nothing else. `title` and `rest` are markup. */
export function htmlHead(title: string, directives: readonly string[], rest = ""): string {
  const policy = ["default-src 'none'", ...directives, "base-uri 'none'", "form-action 'none'"].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${rest}</head>
`;
}
