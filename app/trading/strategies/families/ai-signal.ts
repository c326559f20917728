/** AI: follows the calibrated signal of a price network. */
import { formatPercent } from '../../domain/format';
import { HOUR_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { decideCallSide, findEntryObstacle } from '../../signals/decide-signal';
import { BAND_WIDTH, HOLDING_FACTOR, computeDailyGain } from '../../signals/price-forecast';
import type { AiParams } from '../params';
import type { FoldState, InputBar, Rule } from '../playbook';
import { formatFigure } from '../reason-text';
import { formatSide, getInput } from './input-access';

/** Why the last bar gave no new side; null when a signal was read. */
type Absence = 'MISSING' | 'STALE' | 'NO_SKILL';

interface AiState extends FoldState {
  /** End of the last bar of the row; a signal counts from here on. */
  closedMs: EpochMs;
  /** Stamp of the signal in use; -Infinity before the first. */
  stampMs: EpochMs;
  absence: Absence | null;
  chanceUp: number;
  /** Expected gain of the likelier side in a day and cost of a round trip, quoted units. */
  gain: number;
  roundTrip: number;
  expectedRange: number;
}

/**
 * Mean range of a day of a random walk per standard deviation of its move (W. Feller 1951, The
 * asymptotic distribution of the range of sums of independent random variables): sqrt(8 / pi).
 */
const RANGE_PER_SIGMA = Math.sqrt(8 / Math.PI);

/** True if the state changed. */
function endSide(state: AiState, absence: Absence): boolean {
  if (state.side === 0 && state.strength === 0 && state.absence === absence) return false;
  state.side = 0;
  state.strength = 0;
  state.absence = absence;
  return true;
}

/** True for the first signal of all, or the first one since the last bar of the row. */
const isNextSignal = (state: AiState, stampMs: EpochMs): boolean =>
  state.stampMs === -Infinity || (stampMs >= state.closedMs && state.stampMs < state.closedMs);

/**
 * Updates the side with the signal at a bar. One signal is used per bar of the row: the first one
 * stamped at its end or later, so that a row decides once a day, as in its backtest. Until it
 * arrives the side stays, but no longer than the signal in use may last. True if the state changed.
 */
function readSignal(params: AiParams, state: AiState, bar: InputBar): boolean {
  const [chanceUp, low, middle, high, roundTrip, skill, volatility, spike, age] = params.places.map(
    (place) => getInput(bar, place),
  ) as [number, number, number, number, number, number, number, number, number];
  if (Number.isNaN(chanceUp + low + middle + high + roundTrip + skill + volatility + spike + age))
    return endSide(state, 'MISSING');
  if (age > params.hours) return endSide(state, 'STALE');
  // A demotion ends a side at once.
  if (skill !== 1) return endSide(state, 'NO_SKILL');
  const stampMs = bar.endsMs + 1 - Math.round(age * HOUR_MS);
  if (!isNextSignal(state, stampMs)) return false;
  state.stampMs = stampMs;
  state.chanceUp = chanceUp;
  state.roundTrip = roundTrip;
  state.gain = computeDailyGain({ chanceUp, low, middle, high });
  state.absence = null;
  const isEntry =
    findEntryObstacle(
      { chanceUp, gain: HOLDING_FACTOR * state.gain, roundTrip },
      { margin: params.margin, costMultiple: params.e },
    ) === null;
  state.side = decideCallSide(chanceUp, isEntry, state.side);
  const isVolatilityProven = volatility > 0;
  state.expectedRange = isVolatilityProven ? RANGE_PER_SIGMA * volatility : NaN;
  const sigma = isVolatilityProven ? volatility : (high - low) / BAND_WIDTH;
  const kelly = computeKellyFraction(state.gain, bar.close, sigma);
  const share = state.side === -1 ? 1 - spike : 1;
  state.strength = isEntry ? share * Math.min(1, params.kelly * kelly) : 0;
  return true;
}

/** Growth-optimal fraction of equity: edge / variance, both relative to the price. */
const computeKellyFraction = (gain: number, price: number, sigma: number): number =>
  sigma > 0 ? (gain * Math.abs(price)) / (sigma * sigma) : 0;

function foldSignal(params: AiParams, state: AiState, bar: InputBar): void {
  state.closedMs = bar.endsMs + 1;
  readSignal(params, state, bar);
}

/**
 * Side of the likelier direction. Entry: the rule of the signals (margin of the probability, cost
 * hurdle). A held side stays while the probability stays on it: with proportional costs a position
 * is kept inside a band around zero edge (G. M. Constantinides 1986, Capital market equilibrium with
 * transaction costs, Journal of Political Economy 94); its strength is then 0, which allows no new
 * entry.
 * Strength: a part of the growth-optimal fraction edge / variance of equity (E. O. Thorp 2006, The
 * Kelly criterion in blackjack, sports betting and the stock market), both of one day and relative
 * to the price, at most 1; `computePositionLots` maps it onto the size band. A short loses a spike,
 * so it has the share of its size that is left without one. Where a network of volatility is proven,
 * its deviation replaces that of the quantiles and, as a range, the ATR of the stop.
 */
export const aiSignalRule: Rule<AiParams, AiState> = {
  family: 'AI',
  init: () => ({
    side: 0,
    strength: 0,
    closedMs: -Infinity,
    stampMs: -Infinity,
    absence: 'MISSING',
    chanceUp: NaN,
    gain: NaN,
    roundTrip: NaN,
    expectedRange: NaN,
  }),
  copy: (state) => ({ ...state }),
  fold: foldSignal,
  refreshInputs: readSignal,
  formatReason({ e, margin, hours }, { side, strength, absence, chanceUp, gain, roundTrip }) {
    if (absence === 'MISSING')
      return 'input missing: no AI signal at the last bar close, so there is no target';
    if (absence === 'STALE') return `the AI signal is older than ${hours} hours, so it has ended`;
    if (absence === 'NO_SKILL')
      return 'the network has no proven skill in this market, so its signal is not traded';
    const text = `AI signal ${formatPercent(100 * chanceUp, 1)} for a rise, expected gain ${formatFigure(HOLDING_FACTOR * gain)} while held against ${formatFigure(roundTrip)} of costs`;
    if (side === 0) {
      const obstacle = findEntryObstacle(
        { chanceUp, gain: HOLDING_FACTOR * gain, roundTrip },
        { margin, costMultiple: e },
      );
      return obstacle === 'EVEN'
        ? `${text}; too near 50/50, entry from ${formatPercent(100 * (0.5 + margin), 1)} for one side`
        : `${text}; entry above ${e} round trips`;
    }
    return strength > 0
      ? `${text}: ${formatSide(side)}`
      : `${text}: stays ${formatSide(side)} until the signal turns`;
  },
};
