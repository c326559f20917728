const STIRLING_FROM = 8;

/**
 * Log of the gamma function for x > 0, error about 1e-10: Stirling's series after a shift
 * (Abramowitz and Stegun 6.1.41).
 */
export function computeLogGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < STIRLING_FROM; at += 1) shift += Math.log(at);
  const inverse = 1 / (at * at);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
