export const MANIFEST_NAME = "manifest.json";

/** The last field of a manifest: SHA-256 of its JSON without that field, indented by two spaces. */
export const MANIFEST_DIGEST = "contentSha256";
