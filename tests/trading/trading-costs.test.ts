// Round trips of the simulated desk against the costs of the real markets.
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS, type CommodityKey } from '../../app/trading/domain/commodity';
import {
  computeRoundTripCost,
  getContract,
  getContractCosts,
  getFrontInstrument,
} from '../../app/trading/domain/contract';
import { CONTRACT_COSTS } from '../../app/trading/domain/contract-costs';
import {
  type Instrument,
  computeValueMills,
  toNumber,
  toPriceNumber,
} from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import {
  type Quote,
  buildQuote,
  computeAskTicks,
  computeBidTicks,
  findQuoteError,
} from '../../app/trading/domain/quote';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import {
  type EpochMs,
  type Lots,
  NO_LOTS,
  type Ticks,
  toLots,
  toMills,
  toTicks,
} from '../../app/trading/domain/units';
import type { Approved } from '../../app/trading/domain/approved';
import { createSimulatedBroker } from '../../app/trading/execution/simulated-broker';
import { createSeededRandom } from '../../app/trading/random';
import { UNCONFIRMED_QUALITY, computePositionLots } from '../../app/trading/risk/sizing';
import { computeHalfSpreadTicks } from '../../app/trading/simulation/market-depth';

/**
 * Spread in ticks and fee in dollars a side of the real market. One-tick markets are quoted one tick
 * wide: a round trip costs 7 basis points in corn and 3.6 in gas.
 */
const REAL: Readonly<Record<Exclude<CommodityKey, 'electricity'>, readonly [number, number]>> = {
  'natural-gas': [1, 2],
  corn: [1, 2],
  soybeans: [1, 2],
  wheat: [1, 2],
  'orange-juice': [20, 3],
  oil: [2, 2],
  coffee: [4, 3],
  'crude-oil': [1, 2],
  cotton: [4, 3],
};
const LIQUID = Object.keys(REAL) as (keyof typeof REAL)[];
const TOLERANCE = 1.5;
/** Tuesday 12:00 New York, in every venue's day session, and Tuesday 22:00. */
const NOON_MS = Date.UTC(2025, 0, 14, 17);
const NIGHT_MS = Date.UTC(2025, 0, 15, 3);

const getReferenceTicks = (instrument: Instrument): Ticks =>
  toTicks(
    Math.round(
      Number(getContract(instrument.commodity).margin.referencePrice) / toNumber(instrument.tick),
    ),
  );

/** Size of a default account of $25,000 at the usual volatility of the contract. */
const computeDeskLots = (instrument: Instrument): Lots =>
  computePositionLots({
    instrument,
    positionSize: DEFAULT_SETTINGS.positionSize,
    riskLevel: DEFAULT_SETTINGS.riskLevel,
    equityMills: toMills(25_000_000),
    priceTicks: getReferenceTicks(instrument),
    scaleTicks: getReferenceTicks(instrument),
    quality: UNCONFIRMED_QUALITY,
    volatility: CONTRACT_COSTS[instrument.commodity].daySigma * Math.sqrt(252),
    stopDistanceTicks: null,
  });

const buildMarketOrder = (
  { id: instrumentId }: Instrument,
  side: Order['side'],
  lots: Lots,
  placedMs: EpochMs,
): Approved<Order> =>
  ({
    id: side,
    instrumentId,
    side,
    type: 'MARKET',
    purpose: 'ENTRY',
    lots,
    filledLots: NO_LOTS,
    priceTicks: null,
    placedMs,
  }) as Order as ReturnType<typeof buildMarketOrder>;

/** Mills paid by a market buy and a market sell at one quote. */
function computeRoundTripMills(instrument: Instrument, lots: Lots, quote: Quote): number {
  const broker = createSimulatedBroker({
    name: 'simulated',
    random: createSeededRandom('costs'),
    getFriction: getContractCosts,
    fillsImmediately: true,
  });
  const fillMarketOrder = (side: Order['side']) => {
    const order = buildMarketOrder(instrument, side, lots, quote.atMs);
    const [report] = broker.submitOrder(order, quote, instrument);
    if (report?.type !== 'Filled') throw new Error('no fill');
    return report;
  };
  const [bought, sold] = [fillMarketOrder('BUY'), fillMarketOrder('SELL')];
  return (
    computeValueMills(instrument, toTicks(bought.priceTicks - sold.priceTicks), lots) +
    bought.feeMills +
    sold.feeMills
  );
}

const computeBasisPointsPaid = (instrument: Instrument, lots: Lots, atMs: number): number => {
  const ticks = getReferenceTicks(instrument);
  const quote = buildQuote(ticks, computeHalfSpreadTicks(instrument, 1, atMs), atMs);
  return (
    (10_000 * computeRoundTripMills(instrument, lots, quote)) /
    computeValueMills(instrument, ticks, lots)
  );
};

function computeRealBasisPoints(commodity: keyof typeof REAL): number {
  const { tick, unitsPerContract, margin } = getContract(commodity);
  const [spreadTicks, feeDollars] = REAL[commodity];
  const price = Number(margin.referencePrice);
  return (10_000 * (spreadTicks * Number(tick) + (2 * feeDollars) / unitsPerContract)) / price;
}

describe.each(LIQUID)('a round trip in %s', (commodity) => {
  const instrument = getFrontInstrument(commodity);
  const real = computeRealBasisPoints(commodity);
  const expectReal = (basisPoints: number): void => {
    expect(basisPoints).toBeLessThan(TOLERANCE * real);
    expect(basisPoints).toBeGreaterThan(real / TOLERANCE);
  };

  it('costs within 1.5 times the real market in the day session', () => {
    const desk = computeDeskLots(instrument);
    expect(desk).toBeGreaterThan(0);
    expectReal(computeBasisPointsPaid(instrument, desk, NOON_MS));
    // Fees of the smallest order are rounded to whole mills, so ten of them stand for it.
    expectReal(computeBasisPointsPaid(instrument, toLots(10), NOON_MS));
  });

  it('costs the spread of a quiet market at night', () => {
    const [day, night] = [NOON_MS, NIGHT_MS].map((atMs) =>
      computeHalfSpreadTicks(instrument, 1, atMs),
    );
    expect(night).toBe(CONTRACT_COSTS[commodity].quietSpreadFactor * (day ?? NaN));
  });

  it('is the hurdle of signals', () => {
    const ticks = getReferenceTicks(instrument);
    expectReal(
      (10_000 * computeRoundTripCost(instrument, ticks)) / toPriceNumber(instrument, ticks),
    );
  });
});

it('costs about 7 basis points in corn at $4.50 and 3.6 in gas at $3.80', () => {
  const computeAt = (commodity: CommodityKey, price: number): number => {
    const instrument = getFrontInstrument(commodity);
    const ticks = toTicks(Math.round(price / toNumber(instrument.tick)));
    return (10_000 * computeRoundTripCost(instrument, ticks)) / price;
  };
  expect(computeAt('corn', 450)).toBeCloseTo(7, 0);
  expect(computeAt('natural-gas', 3.8)).toBeCloseTo(3.6, 0);
});

it('costs half a spread of 12.5 ticks and 5 ticks of slippage in power, from the smallest size on', () => {
  const hub = getFrontInstrument('electricity', 'PJM');
  const ticks = toTicks(8000);
  const quote = buildQuote(ticks, computeHalfSpreadTicks(hub, 1, NOON_MS), NOON_MS);
  // Too small for market impact.
  const lots = toLots(10);
  const fees = 2 * 0.00003 * computeValueMills(hub, ticks, lots);
  const paid = computeRoundTripMills(hub, lots, quote) - fees;
  // Each fee is of its own fill price and rounded to whole mills.
  expect(Math.abs(paid - computeValueMills(hub, toTicks(25 + 2 * 5), lots))).toBeLessThan(5);
});

describe('quotes of markets with an odd spread', () => {
  it('have bid or ask at the last price of a one-tick market, and are whole ticks', () => {
    for (const last of [-3, -2, -1, 0, 1, 2, 1800, 1801]) {
      for (const half of [0.5, 1, 1.5, 2, 12.5]) {
        const quote = buildQuote(toTicks(last), half, 0);
        expect(quote.askTicks - quote.bidTicks).toBe(2 * half);
        expect(Number.isInteger(quote.bidTicks)).toBe(true);
        if (last > 0) expect(findQuoteError(getFrontInstrument('corn'), quote)).toBeNull();
      }
      const { bidTicks, askTicks } = buildQuote(toTicks(last), 0.5, 0);
      expect([bidTicks, askTicks]).toContain(last);
    }
  });

  it('cost half the spread per side on average, and never move against the last price', () => {
    for (const half of [0.5, 1, 1.5, 12.5]) {
      const prices = Array.from({ length: 1000 }, (_, index) => 1000 + index);
      const paid = prices.reduce((sum, last) => sum + computeAskTicks(last, half) - last, 0);
      expect(paid / prices.length).toBe(half);
      for (const last of prices) {
        expect(computeAskTicks(last + 1, half)).toBeGreaterThanOrEqual(computeAskTicks(last, half));
        expect(computeBidTicks(last + 1, half)).toBeGreaterThanOrEqual(computeBidTicks(last, half));
      }
    }
  });
});

it('names a source for every spread and fee', () => {
  for (const key of COMMODITY_KEYS) {
    expect(CONTRACT_COSTS[key].spreadSource).not.toBe('');
    expect(CONTRACT_COSTS[key].feeSource).not.toBe('');
  }
});
