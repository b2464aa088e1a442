/** The beginnings of well-known credentials, and what must follow for the text to be one. */
const secrets: readonly RegExp[] = [
  /^-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /^(?:Bearer|Basic) [\w+/=.~-]{16,}$/i,
  /^gh[pousr]_\w{30,}$/,
  /^github_pat_\w{30,}$/,
  /^glpat-[\w-]{20,}$/,
  /^xox[abpr]-[\w-]{20,}$/,
  /^(?:AKIA|ASIA)[A-Z0-9]{16}$/,
  /^sk[-_](?:live|test|proj|ant)[-_][\w-]{16,}$/,
  /^AIza[\w-]{35}$/,
  /^npm_\w{36}$/,
];
const shortest = 20;
const firstCharacters = new Set("-eBbgxAsn");

/** Whether a text has the form of a credential. Ids of the service are hexadecimal digits and have none of these forms. */
export function looksSecret(text: string): boolean {
  if (text.length < shortest || !firstCharacters.has(text.charAt(0))) return false;
  return secrets.some((secret) => secret.test(text));
}
