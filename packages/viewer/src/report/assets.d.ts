/** The scripts of a page; build.ts writes them. */
export const viewerCode: string;
export const chartsCode: string;
