/** The scripts of a page; build.ts writes them. */
export const viewerCode: string;
export const chartsCode: string;
/** The script that writes Excel files, as gzip in base64, and the SHA-256 of the script in base64. */
export const excelBlock: string;
export const excelHash: string;
