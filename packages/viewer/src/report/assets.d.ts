/** A script of a page: gzip in base64, and the SHA-256 of the script in base64. */
export interface PageScript {
  readonly block: string;
  readonly hash: string;
}

/** The scripts of a page; build.ts writes them. */
export const viewer: PageScript;
export const charts: PageScript;
export const excel: PageScript;
