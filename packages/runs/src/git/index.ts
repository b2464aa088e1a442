// A repository by git's plumbing: commits, trees and contents, with nothing checked out and nothing of the repository run.
export { findBase, findCommit, findMergeBase, shallowHint } from "./commits.ts";
export { type Git, openGit } from "./git.ts";
export { readContents } from "./objects.ts";
export { type CommittedFile, listTree, readTreeChanges } from "./tree.ts";
