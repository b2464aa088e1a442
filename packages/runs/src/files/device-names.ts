/** Names of devices on Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** Whether Windows takes a name for that of a device. */
export function isDeviceName(name: string): boolean {
  return RESERVED.test(name);
}
