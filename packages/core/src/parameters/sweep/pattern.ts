/** A text with columns in braces: pieces of text, and names of columns. */
export type Pattern = readonly (string | { readonly column: string })[];

/** Reads `Client:/{account}.ACCT`; `{{` and `}}` are braces. Undefined where a brace has no partner. */
export function readPattern(text: string): Pattern | undefined {
  const pattern: (string | { readonly column: string })[] = [];
  const rest = text.replace(/\{\{|\}\}|\{([^{}]+)\}|([^{}]+)/g, (piece, column?: string, plain?: string) => {
    if (column !== undefined) pattern.push({ column });
    else pattern.push(plain ?? piece.charAt(0));
    return "";
  });
  return rest === "" ? pattern : undefined;
}

/** The columns that a pattern names, in order. */
export function patternColumns(pattern: Pattern): readonly string[] {
  return pattern.flatMap((piece) => (typeof piece === "string" ? [] : piece.column));
}
