/**
 * Trading costs of the ten contracts: the only place from which fills, backtests, signals and
 * strategies take spread, depth, slippage and fee.
 */
import type { CommodityKey } from './commodity';

interface ContractCostRow {
  /**
   * Bid-ask spread in ticks in the venue's day session. Equals the half-spread in half ticks, so
   * that a market of one tick costs half a tick per side.
   */
  readonly spreadTicks: number;
  readonly spreadSource: string;
  /** Factor on the spread outside the day session. */
  readonly quietSpreadFactor: number;
  /** Contracts displayed at bid or ask; 0 where nothing is shown that can be relied on. */
  readonly touchContracts: number;
  /** Slippage in ticks of an order larger than the displayed depth, before market impact. */
  readonly slippageTicks: number;
  /** Commission and venue fees of one contract and side, dollars, at the reference price. */
  readonly feeDollars: number;
  readonly feeSource: string;
  /** Front-month volume of a usual day in size units, and daily sigma as a fraction of price. */
  readonly dayUnits: number;
  readonly daySigma: number;
}

/**
 * Contracts at one price level are a usual day's volume / 5,000, an assumption, rounded; at least the
 * one contract that an order book can show.
 */
const ENERGY_FEE = 'exchange, clearing and commission are $1.50 to $2.50 a side; the middle';
const SOFTS_FEE = 'ICE US exchange and clearing fee of about $2.10 and $0.85 commission';
/** Assumption: spreads outside the day session are twice those inside. */
const QUIET_SPREAD_FACTOR = 2;
const GRAIN = {
  spreadTicks: 1,
  spreadSource:
    'one tick on average in corn, on report days and at index rolls too (Shang, Mallory, Garcia 2018)',
  quietSpreadFactor: QUIET_SPREAD_FACTOR,
  slippageTicks: 1,
  feeDollars: 2,
  feeSource: ENERGY_FEE,
} as const;

export const CONTRACT_COSTS: Readonly<Record<CommodityKey, ContractCostRow>> = {
  electricity: {
    spreadTicks: 25,
    spreadSource: 'estimated: strips trade by voice with wide indications',
    quietSpreadFactor: QUIET_SPREAD_FACTOR,
    touchContracts: 0,
    slippageTicks: 5,
    feeDollars: 4.03,
    feeSource: 'estimated: 0.3 basis points of the notional',
    dayUnits: 40_000,
    daySigma: 0.03,
  },
  'natural-gas': {
    spreadTicks: 1,
    spreadSource: 'one tick in the front month: a round trip of 3.6 basis points with fees',
    quietSpreadFactor: QUIET_SPREAD_FACTOR,
    touchContracts: 80,
    slippageTicks: 1,
    feeDollars: 2,
    feeSource: ENERGY_FEE,
    dayUnits: 4_000_000_000,
    daySigma: 0.034,
  },
  corn: { ...GRAIN, touchContracts: 30, dayUnits: 7_500_000, daySigma: 0.018 },
  soybeans: { ...GRAIN, touchContracts: 20, dayUnits: 5_000_000, daySigma: 0.016 },
  wheat: { ...GRAIN, touchContracts: 12, dayUnits: 3_000_000, daySigma: 0.02 },
  'orange-juice': {
    spreadTicks: 20,
    spreadSource: 'estimated: a thin market with a half-spread of ten ticks and more',
    quietSpreadFactor: QUIET_SPREAD_FACTOR,
    touchContracts: 1,
    slippageTicks: 8,
    feeDollars: 3,
    feeSource: SOFTS_FEE,
    dayUnits: 90_000,
    daySigma: 0.021,
  },
  oil: {
    spreadTicks: 3,
    spreadSource:
      'estimated: between a half-spread of one tick in the front month and of 2.5 ticks in later ones',
    quietSpreadFactor: QUIET_SPREAD_FACTOR,
    touchContracts: 9,
    slippageTicks: 3,
    feeDollars: 2,
    feeSource: ENERGY_FEE,
    dayUnits: 2_000_000_000,
    daySigma: 0.022,
  },
  coffee: {
    spreadTicks: 3,
    spreadSource: 'estimated: a half-spread of 1.5 ticks in the front month',
    quietSpreadFactor: QUIET_SPREAD_FACTOR,
    touchContracts: 4,
    slippageTicks: 1,
    feeDollars: 3,
    feeSource: SOFTS_FEE,
    dayUnits: 7_500_000,
    daySigma: 0.02,
  },
  'crude-oil': {
    spreadTicks: 1,
    spreadSource: 'one tick in the front month, the most liquid of all',
    quietSpreadFactor: QUIET_SPREAD_FACTOR,
    touchContracts: 60,
    slippageTicks: 1,
    feeDollars: 2,
    feeSource: ENERGY_FEE,
    dayUnits: 300_000_000,
    daySigma: 0.027,
  },
  cotton: {
    spreadTicks: 4,
    spreadSource: 'estimated: a half-spread of two ticks in the front month',
    quietSpreadFactor: QUIET_SPREAD_FACTOR,
    touchContracts: 3,
    slippageTicks: 2,
    feeDollars: 3,
    feeSource: SOFTS_FEE,
    dayUnits: 7_500_000,
    daySigma: 0.018,
  },
};
