// Runs before each test file, which fails if it leaves anything in the temporary folder.
import { afterAll } from "vitest";
import { filePrefix, useOwnTemporaryFolder } from "./temporary-folder.ts";

// The first hook of a file is the last to run.
afterAll(useOwnTemporaryFolder(filePrefix, process.env["TEST_RUN_FOLDER"]));
