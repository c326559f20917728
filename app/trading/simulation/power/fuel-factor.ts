// Dependence of the power price on the gas price.

/** Gas price at which the fuel factor is 1, $/MMBtu, and elasticity of power to gas. */
const NORMAL_GAS = 3.6;
export const GAS_POWER = 0.9;

/** Log ratio of the gas price to normal beyond which other fuels increasingly set the margin. */
const GAS_REACH = 0.8;
/** Floor of the gas price in the fuel factor, $/MMBtu. */
const GAS_MIN = 0.25;

/**
 * Fuel factor by gas price ($/MMBtu): a power law near the normal price, saturating far from it.
 */
export const computeFuelFactor = (gas: number): number =>
  Math.exp(
    GAS_POWER * GAS_REACH * Math.tanh(Math.log(Math.max(GAS_MIN, gas) / NORMAL_GAS) / GAS_REACH),
  );

/** Elasticity of the fuel factor to the gas price. */
export const computeFuelElasticity = (gas: number): number =>
  gas < GAS_MIN ? 0 : GAS_POWER * (1 - Math.tanh(Math.log(gas / NORMAL_GAS) / GAS_REACH) ** 2);

/**
 * Convexity of the fuel factor f in a gas price g that is a martingale: f''(x) / f - f'(x) / f in
 * x = log g.
 */
export function computeFuelConvexity(gas: number): number {
  if (gas < GAS_MIN) return 0;
  const bend = Math.tanh(Math.log(gas / NORMAL_GAS) / GAS_REACH);
  const elasticity = GAS_POWER * (1 - bend ** 2);
  return elasticity * (elasticity - (2 * bend) / GAS_REACH - 1);
}
