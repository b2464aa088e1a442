// The extension as VS Code loads it, and as it installs it.
import { buildExtension } from "./bundle.ts";
import { packageExtension } from "./package-vsix.ts";

await buildExtension();
await packageExtension();
