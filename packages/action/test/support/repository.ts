export { createRepository, type GitRepository, gitEnv } from "../../../runs/test/support/repository.ts";
