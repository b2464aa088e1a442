import { HIDDEN_CHARACTERS } from "../text/visible.ts";

/** The variables of the environment that belong to a connection: its address, the credentials that the user binds to that, and the service's name in its headers. */
export interface ConnectionVariables {
  readonly baseUrl: string;
  readonly username: string;
  readonly apiKey: string;
  readonly token: string;
  readonly oauthConfig: string;
  readonly headerPrefix: string;
}

/** The connection whose variables have no name in them. */
const DEFAULT_NAME = "DEFAULT";

/**
 * The names of the variables of a connection: `ANALYTICS_API_KEY` and its like, and `ANALYTICS_EU_PROD_API_KEY` of the connection `eu-prod`. They
 * follow from its name alone, so that no file can choose another secret.
 * @param name undefined without a connection, as for the name `default`
 */
export function connectionVariables(name: string | undefined): ConnectionVariables {
  const part = variablePart(name);
  const start = part === DEFAULT_NAME ? "ANALYTICS" : `ANALYTICS_${part}`;
  return {
    baseUrl: `${start}_BASE_URL`,
    username: `${start}_USERNAME`,
    apiKey: `${start}_API_KEY`,
    token: `${start}_TOKEN`,
    oauthConfig: `${start}_OAUTH_CONFIG`,
    headerPrefix: `${start}_HEADER_PREFIX`,
  };
}

/** The part of a variable that stands for a connection: its name in capitals, with `_` for all but letters and digits. */
function variablePart(name: string = DEFAULT_NAME): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_");
}

/** The names of connections by the variables that they have, where several would have the same. */
export function sharedVariables(names: readonly string[]): readonly (readonly string[])[] {
  return [...Map.groupBy(names, variablePart).values()].filter((group) => group.length > 1);
}

/** Folders whose files programs obey: git's hooks and configuration, workflows, tasks and settings of the editor. With the short names of Windows. */
const RESERVED = /^(?:\.git|\.github|\.vscode|git~\d+|github~\d+|vscode~\d+)$/;

/** Whether a relative path is, or leads through, a folder in which no run writes. Names are compared as file systems do that ignore letter case, hidden characters, and dots at the end. */
export function isReservedFolder(path: string): boolean {
  return path.split(/[\\/]/).some((part) => {
    const name = part.normalize("NFKC").replaceAll(HIDDEN_CHARACTERS, "").toLowerCase();
    return RESERVED.test(name.replace(/:.*$/s, "").replace(/[. ]+$/, ""));
  });
}
