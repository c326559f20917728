/**
 * Normal distribution: density, distribution function, quantile, partial expectations.
 *
 * Sources: quantile by algorithm AS 241, PPND16 (M. J. Wichura 1988, Applied Statistics 37);
 * distribution function by the rational fits of W. J. Cody in the form of G. West (2005).
 */

/** The standard normal quantile of p in (0, 1), to about 1 part in 10^16 (AS 241). */
export function computeNormalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * computeCentralRatio(0.180625 - q * q);
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const size = r <= 5 ? computeMiddleRatio(r - 1.6) : computeTailRatio(r - 5);
  return q < 0 ? -size : size;
}

const computeCentralRatio = (r: number): number =>
  (((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r +
    45921.95393154987) *
    r +
    13731.69376550946) *
    r +
    1971.5909503065513) *
    r +
    133.14166789178438) *
    r +
    3.3871328727963665) /
  (((((((5226.495278852546 * r + 28729.085735721943) * r + 39307.89580009271) * r +
    21213.794301586597) *
    r +
    5394.196021424751) *
    r +
    687.1870074920579) *
    r +
    42.31333070160091) *
    r +
    1);

const computeMiddleRatio = (r: number): number =>
  (((((((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r +
    1.2704582524523684) *
    r +
    3.6478483247632045) *
    r +
    5.769497221460691) *
    r +
    4.630337846156546) *
    r +
    1.4234371107496835) /
  (((((((1.0507500716444169e-9 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r +
    0.14810397642748008) *
    r +
    0.6897673349851) *
    r +
    1.6763848301838038) *
    r +
    2.053191626637759) *
    r +
    1);

const computeTailRatio = (r: number): number =>
  (((((((2.0103343992922881e-7 * r + 2.7115555687434876e-5) * r + 0.0012426609473880784) * r +
    0.026532189526576124) *
    r +
    0.29656057182850487) *
    r +
    1.7848265399172913) *
    r +
    5.463784911164114) *
    r +
    6.657904643501103) /
  (((((((2.0442631033899397e-15 * r + 1.421511758316446e-7) * r + 1.8463183175100548e-5) * r +
    0.0007868691311456133) *
    r +
    0.014875361290850615) *
    r +
    0.1369298809227358) *
    r +
    0.599832206555888) *
    r +
    1);

/** Standard normal density. */
export const computeNormalDensity = (z: number): number =>
  0.3989422804014327 * Math.exp(-0.5 * z * z);

/**
 * Standard normal distribution function, by the continued fraction and series of W. J. Cody's
 * rational fits in the form of G. West (2005), error below 1e-14.
 */
export function computeNormalProbability(z: number): number {
  const x = Math.abs(z);
  if (x > 37) return z > 0 ? 1 : 0;
  const tail = x < 7.07106781186547 ? computeRationalTail(x) : computeContinuedFractionTail(x);
  return z > 0 ? 1 - tail : tail;
}

const computeRationalTail = (x: number): number =>
  (Math.exp(-0.5 * x * x) *
    ((((((0.0352624965998911 * x + 0.700383064443688) * x + 6.37396220353165) * x +
      33.912866078383) *
      x +
      112.079291497871) *
      x +
      221.213596169931) *
      x +
      220.206867912376)) /
  (((((((0.0883883476483184 * x + 1.75566716318264) * x + 16.064177579207) * x + 86.7807322029461) *
    x +
    296.564248779674) *
    x +
    637.333633378831) *
    x +
    793.826512519948) *
    x +
    440.413735824752);

const computeContinuedFractionTail = (x: number): number =>
  (0.3989422804014327 * Math.exp(-0.5 * x * x)) /
  (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65)))));

/** E[max(0, X - base)] for X ~ N(mean, sd); the plain difference where sd is 0. */
export function computeExpectedAbove(mean: number, sd: number, base: number): number {
  const distance = mean - base;
  if (sd < 1e-9) return Math.max(0, distance);
  const z = distance / sd;
  if (z > 6) return distance;
  return z < -6 ? 0 : distance * computeNormalProbability(z) + sd * computeNormalDensity(z);
}

/** E[max(0, base - X)] for X ~ N(mean, sd). */
export const computeExpectedBelow = (mean: number, sd: number, base: number): number =>
  computeExpectedAbove(-mean, sd, -base);
