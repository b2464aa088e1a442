/**
 * Estimates from the progress of a job when it will end.
 *
 * The idea: it assumes that progress grows as `percent = 100 * (age / T) ^ q`, where neither the duration `T` nor the
 * exponent `q` is known. One answer "p percent at age a" (whole percents: p up to p + 1) leaves, for each exponent, one
 * interval of durations:
 *
 *     a * (100 / (p + 1)) ^ (1 / q)  <=  T  <=  a * (100 / p) ^ (1 / q)
 *
 * Each further answer cuts the interval of each exponent; exponents whose interval becomes empty are out. What is left,
 * weighed by how usual such durations are, gives the chance that the job is done at any later age. Besides the plain
 * curves there are the same curves with a stop at 95 % until the end, as progress often stops there: from then on no
 * answer raises their lower bound. If no curve is left, the progress is not of this kind: `explained` is false, and the caller
 * does not rely on it.
 *
 * The memory is a fixed number of intervals, however many answers there are.
 */
export interface EndEstimate {
  /** Notes that the job was running at `age` seconds, at `percent` (0 to 100, whole). */
  observe(age: number, percent: number): void;
  /** Whether some curve fits all that was observed. */
  readonly explained: boolean;
  /** The age before which the job cannot be done, seconds. */
  earliest(): number;
  /** The age at which the job is done with this chance, seconds. */
  ageAt(chance: number): number;
  /** The chance that the job is done at this age. */
  doneBy(age: number): number;
  /** For how long the job will have been done at this age, on average over all that is possible: seconds. */
  idleBy(age: number): number;
}

/** Exponents from 0.5 (fast at first) to 2 (slow at first), even in their logarithm. */
const exponents = Array.from({ length: 24 }, (_, index) => 0.5 * 4 ** ((index + 0.5) / 24));
/** The progress of one job in five is assumed to stop at 95 % until the end. */
const STALLING_SHARE = 0.2;
const STALLS_AT = 95;
/** Durations are log-uniform up to ten minutes, and thin out as 1 / T² beyond: half of what lasts for t lasts for 2 t. */
const USUAL = 600;
const LOG_USUAL = Math.log(USUAL);

/** The weight of the durations up to `exp(logT)`, up to a constant. */
const weight = (logT: number) => (logT <= LOG_USUAL ? logT : LOG_USUAL + 1 - USUAL * Math.exp(-logT));
/** The integral of `weight(log t)` over t. */
const weightIntegral = (t: number) =>
  t <= USUAL ? t * Math.log(t) - t : (LOG_USUAL + 1) * t - USUAL - USUAL * (1 + Math.log(t / USUAL));

/** The durations that one curve leaves open: logarithms of seconds. */
interface Curve {
  readonly exponent: number;
  readonly stalls: boolean;
  from: number;
  to: number;
}

/** A curve's open durations, ready for the sums: seconds, weights and integrals at both ends. */
interface Part {
  readonly share: number;
  readonly from: number;
  readonly to: number;
  readonly weightFrom: number;
  readonly weightTo: number;
  readonly integralFrom: number;
  readonly integralTo: number;
}

export function createEndEstimate(): EndEstimate {
  const curves: Curve[] = exponents.flatMap((exponent) =>
    [false, true].map((stalls) => ({ exponent, stalls, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY })),
  );
  let parts: Part[] = [];
  let total = 0;

  function cut(curve: Curve, logAge: number, percent: number): void {
    const stalled = curve.stalls && percent >= STALLS_AT;
    if (!stalled) curve.from = Math.max(curve.from, logAge + Math.log(100 / (percent + 1)) / curve.exponent);
    curve.from = Math.max(curve.from, logAge);
    curve.to = Math.min(curve.to, logAge + Math.log(100 / percent) / curve.exponent);
    if (curve.stalls && percent > STALLS_AT) curve.to = Number.NEGATIVE_INFINITY;
  }

  function toPart(curve: Curve): Part {
    const weightFrom = weight(curve.from);
    const weightTo = weight(curve.to);
    const [from, to] = [Math.exp(curve.from), Math.exp(curve.to)];
    const share = curve.stalls ? STALLING_SHARE : 1 - STALLING_SHARE;
    const integralTo = Number.isFinite(to) ? weightIntegral(to) : 0;
    return { share, from, to, weightFrom, weightTo, integralFrom: weightIntegral(from), integralTo };
  }

  function doneBy(age: number): number {
    const at = weight(Math.log(age));
    let sum = 0;
    for (const part of parts) {
      if (at > part.weightFrom) sum += part.share * (Math.min(at, part.weightTo) - part.weightFrom);
    }
    return sum / total;
  }

  const earliest = () => parts.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);

  return {
    observe(age, percent) {
      for (const curve of curves) cut(curve, Math.log(age), percent);
      parts = curves.filter(({ from, to }) => from < to).map(toPart);
      total = parts.reduce((sum, part) => sum + part.share * (part.weightTo - part.weightFrom), 0);
    },
    get explained() {
      return total > 0;
    },
    earliest,
    ageAt(chance) {
      let low = earliest();
      let high = low * 2;
      while (doneBy(high) < chance) high *= 2;
      for (let step = 0; step < 20; step++) {
        const middle = (low + high) / 2;
        if (doneBy(middle) < chance) low = middle;
        else high = middle;
      }
      return high;
    },
    doneBy,
    idleBy(age) {
      const at = weightIntegral(age);
      let sum = 0;
      for (const part of parts) {
        if (age <= part.from) continue;
        const inside = Math.min(age, part.to) - part.from;
        const area = (age <= part.to ? at : part.integralTo) - part.integralFrom - part.weightFrom * inside;
        const after = age > part.to ? (part.weightTo - part.weightFrom) * (age - part.to) : 0;
        sum += part.share * (area + after);
      }
      return sum / total;
    },
  };
}
