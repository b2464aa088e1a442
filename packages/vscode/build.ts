// Builds the extension and its package. With `--development` it builds only the extension, for a debugger.
import { buildExtension, buildForDevelopment } from "./bundle.ts";
import { packageExtension } from "./package-vsix.ts";

if (process.argv.includes("--development")) await buildForDevelopment();
else {
  await buildExtension();
  await packageExtension();
}
