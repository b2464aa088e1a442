/** The scripts of a page, written by build.ts. */
export const viewerCode: string;
export const chartsCode: string;
