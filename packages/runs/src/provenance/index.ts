// Where a run comes from: its commit, its repository, its workflow.
export { provenanceOf } from "../folder/manifest/provenance.ts";
export { type CommittedFiles, findCommittedFiles } from "./committed-files.ts";
