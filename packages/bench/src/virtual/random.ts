/** A number between the two, evenly on a logarithmic scale. */
export function logUniform(random: () => number, from: number, to: number): number {
  return from * (to / from) ** random();
}
