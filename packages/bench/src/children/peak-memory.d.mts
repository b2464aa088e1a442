export function peakBytes(): number;
export function printFigures(figures: Readonly<Record<string, number>>): void;
