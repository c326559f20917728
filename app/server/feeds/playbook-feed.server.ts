// Strategy data beside prices: inputs of all rows, and far legs of spreads.
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { POWER_HUBS } from '../../trading/domain/contract';
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { resolveEntryInputs } from '../../trading/market/inputs/entry-inputs';
import { resolveInputs } from '../../trading/market/inputs/catalog';
import { isSignalInput } from '../../trading/market/inputs/signal-inputs';
import type { PublicData } from '../../trading/market/inputs/public-data';
import { findLegMonths } from '../../trading/strategies/leg-months';
import {
  type BarLength,
  type PlaybookRow,
  getInputIds,
  isDecidedIn,
} from '../../trading/strategies/playbook';
import { listPlaybooks } from '../../trading/strategies/playbooks/catalog';

interface PlaybookFeed {
  /**
   * Input values by id for all strategies with this bar length; for 15m also landfall flags and
   * forecast age. NaN if unknown.
   */
  getInputs(length: BarLength, atMs: EpochMs): Readonly<Record<string, number>>;
  /** Contracts that spreads would trade at a moment. */
  getLegs(atMs: EpochMs): readonly Instrument[];
}

const listChains = (commodity: CommodityKey): readonly string[] =>
  commodity === 'electricity'
    ? POWER_HUBS.map((hub) => `${COMMODITIES.electricity.symbolPrefix}-${hub}`)
    : [COMMODITIES[commodity].symbolPrefix];

/** Every strategy with every chain that it trades. */
const DECIDED_ROWS: readonly { readonly row: PlaybookRow; readonly chain: string }[] =
  COMMODITY_KEYS.flatMap((key) =>
    listPlaybooks(key).flatMap((row) =>
      listChains(key)
        .filter((chain) => isDecidedIn(row, chain))
        .map((chain) => ({ row, chain })),
    ),
  );

/** Signals are not published by the feed: the engine has those in force. */
const listIds = (length: BarLength): readonly string[] => [
  ...new Set(
    DECIDED_ROWS.filter(({ row }) => row.bar === length).flatMap(({ row, chain }) =>
      getInputIds(row, chain).filter((id) => !isSignalInput(id)),
    ),
  ),
];
const IDS: Readonly<Record<BarLength, readonly string[]>> = {
  '15m': listIds('15m'),
  '1h': listIds('1h'),
  '1d': listIds('1d'),
};

/** Builds the feed from public data and listed months. */
export function createPlaybookFeed(
  readKnowledge: (knownMs: EpochMs) => PublicData,
  listMonths: (chain: string, atMs: EpochMs) => readonly Instrument[],
): PlaybookFeed {
  return {
    getInputs(length, atMs) {
      const ids = IDS[length];
      const knowledge = readKnowledge(atMs);
      const values = resolveInputs(ids, knowledge);
      return length === '15m' ? { ...resolveEntryInputs(knowledge), ...values } : values;
    },
    getLegs: (atMs) =>
      DECIDED_ROWS.flatMap(({ row: { legs } }) => {
        if (!legs) return [];
        const months = findLegMonths(legs, (chain) => listMonths(chain, atMs), atMs);
        return months ? [months.first, months.second] : [];
      }),
  };
}
