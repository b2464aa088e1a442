#!/usr/bin/env node
import { runCommandLine } from "./command.ts";

await runCommandLine();
