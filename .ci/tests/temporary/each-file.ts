// Runs before each test file, which fails if it leaves anything in the temporary folder.
import { afterAll } from "vitest";
import { FILE_PREFIX, useOwnTemporaryFolder } from "./temporary-folder.ts";

// The first hook of a file is the last to run.
afterAll(useOwnTemporaryFolder(FILE_PREFIX, process.env["TEST_RUN_FOLDER"]));
