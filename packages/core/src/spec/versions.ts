/**
 * Where the service's own documents differ, because deployments are of different ages. This client is true to all of them: it takes what
 * the newer ones have, and does not require what only the older ones require. So these are no differences.
 */

/** Operations that older documents do not have. */
const newerOperations: ReadonlySet<string> = new Set([
  "pa.calendars.list",
  "pa.commentaries.create",
  "pa.commentaries.status",
  "pa.commentaries.result",
  "pa.commentaryConfigurations.list",
  "spar.peerUniverses.list",
]);

/** Whether only newer documents have an operation, by the operation's name. */
export function isNewerOperation(operation: string): boolean {
  return newerOperations.has(operation);
}

/** Whether only newer documents have a query parameter. */
export function isNewerParameter(operation: string, name: string): boolean {
  return operation === "pa.dates.convert" && name === "calendar";
}

// Models by their names, and the ends of the places in them.
const newerProperties: readonly (readonly [model: RegExp, end: RegExp])[] = [
  [/PA|Vault/, /\bdates\.calendar$/],
  [/^SPARCalculation/, /\.universeid$|\bdates\.useeachportfolioinception$/],
  [/^FICalculation/, /\.convertible$/],
  [/^FPOOptimization/, /\boverrides\.tax$/],
  [
    /^VaultConfiguration/,
    /\.(?:firstSnapshotDate|lastSnapshotDate|portfolioSnapshotLockingDate|snapshotBenchmark(?:Code|Name))$/,
  ],
  [/^SPAR(?:ComponentRoot|PeerUniverseRoot)/, /^meta$/],
  // Deployments name the id of a created job differently.
  [/^CalculationInfoRoot/, /^data\.(?:id|calculationid)$/i],
  // Some deployments send the errors of a unit under this name.
  [/^CalculationStatusRoot/, /^data\.units\.\*\.error$/],
];

/** Whether only newer documents have a property. */
export function isNewerProperty(model: string, place: string): boolean {
  return newerProperties.some(([name, end]) => name.test(model) && end.test(place));
}

/** Whether only older documents require a property. */
export function isRequiredInOlder(model: string, place: string): boolean {
  return /PA/.test(model) && /\bdates\.(?:enddate|frequency)$/.test(place);
}
