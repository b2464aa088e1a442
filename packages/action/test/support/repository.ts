export { createRepository, type GitRepository, gitEnv, hasGit } from "../../../runs/test/support/repository.ts";
