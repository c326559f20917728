// What playbooks ask of a market beside its prices: the inputs of their rows, and the far legs of
// their spreads.
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { POWER_HUBS } from '../../trading/domain/contract';
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { COASTS, ashoreId, isAshore } from '../../trading/market/inputs/ashore';
import { resolveInput } from '../../trading/market/inputs/catalogue';
import type { PublicKnowledge } from '../../trading/market/inputs/knowledge';
import { FORECAST_ID, newestForecastMs } from '../../trading/market/inputs/newest-forecast';
import { legMonths } from '../../trading/strategies/leg-months';
import {
  type BarLength,
  type PlaybookRow,
  inputIds,
  isDecidedIn,
} from '../../trading/strategies/playbook';
import { listPlaybooks } from '../../trading/strategies/playbooks/catalogue';

interface PlaybookFeed {
  /**
   * Inputs of all playbooks on bars of a length by id, with those of the shortest whether a storm
   * comes ashore and how new the forecasts are, as known at a moment; NaN for what is not known.
   */
  inputsAt(length: BarLength, atMs: EpochMs): Readonly<Record<string, number>>;
  /** The contracts in which spreads would be dealt at a moment. */
  legsAt(atMs: EpochMs): readonly Instrument[];
}

const listChains = (commodity: CommodityKey): readonly string[] =>
  commodity === 'electricity'
    ? POWER_HUBS.map((hub) => `${COMMODITIES.electricity.symbolPrefix}-${hub}`)
    : [COMMODITIES[commodity].symbolPrefix];

/** Every row with every chain in which it is decided. */
const DECIDED: readonly { readonly row: PlaybookRow; readonly chain: string }[] =
  COMMODITY_KEYS.flatMap((key) =>
    listPlaybooks(key).flatMap((row) =>
      listChains(key)
        .filter((chain) => isDecidedIn(row, chain))
        .map((chain) => ({ row, chain })),
    ),
  );

const listIds = (length: BarLength): readonly string[] => [
  ...new Set(
    DECIDED.filter(({ row }) => row.bar === length).flatMap(({ row, chain }) =>
      inputIds(row, chain),
    ),
  ),
];
const IDS: Readonly<Record<BarLength, readonly string[]>> = {
  '15m': listIds('15m'),
  '1h': listIds('1h'),
  '1d': listIds('1d'),
};

/** What every entry asks, whatever its playbook reads: told with the shortest bars. */
const regimeAt = (known: PublicKnowledge): readonly (readonly [string, number])[] => [
  [FORECAST_ID, newestForecastMs(known)],
  ...COASTS.map((coast) => [ashoreId(coast), Number(isAshore(known, coast))] as const),
];

/** The feed over what is public of a market and the months that it lists. */
export function playbookFeed(
  knowledge: (knownMs: EpochMs) => PublicKnowledge,
  monthsAt: (chain: string, atMs: EpochMs) => readonly Instrument[],
): PlaybookFeed {
  return {
    inputsAt(length, atMs) {
      const ids = IDS[length];
      const known = knowledge(atMs);
      const values = ids.map((id) => [id, resolveInput(id, known)?.value ?? NaN] as const);
      return Object.fromEntries(length === '15m' ? [...regimeAt(known), ...values] : values);
    },
    legsAt: (atMs) =>
      DECIDED.flatMap(({ row: { legs } }) => {
        if (!legs) return [];
        const months = legMonths(legs, (chain) => monthsAt(chain, atMs), atMs);
        return months ? [months.first, months.second] : [];
      }),
  };
}
