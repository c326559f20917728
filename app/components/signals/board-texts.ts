// Texts of the signals page alone; those of signal-texts are part of the dashboard too.
import { formatUnitPrice } from './signal-texts';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  capitalizeFirst,
  formatCommodityPrice,
  formatCount,
  formatPercent,
} from '../../trading/domain/format';
import { getMarketName } from '../../trading/domain/market-name';
import type { ExpectedRangeDto, SignalDto } from '../../contracts/api/signals';

export const HOLD_REASONS: Readonly<Record<NonNullable<SignalDto['holdReason']>, string>> = {
  NO_SKILL: 'no skill',
  UNPROVEN: 'not proven',
  STALE: 'stale inputs',
  EVEN: 'undecided',
  COSTS: 'below costs',
};

export const formatSignalUnit = ({ commodity }: Pick<SignalDto, 'commodity'>): string =>
  COMMODITIES[commodity].priceUnit;

export const formatExpectedMove = ({ commodity, expectedMove, costHurdle }: SignalDto): string =>
  `${formatCommodityPrice(commodity, expectedMove)}/${formatCommodityPrice(commodity, costHurdle)}`;

export const formatPriceRange = ({ commodity, low, high }: SignalDto): string =>
  `${formatCommodityPrice(commodity, low)}\u2013${formatCommodityPrice(commodity, high)}`;

export const formatGrade = ({ grade }: Pick<SignalDto, 'grade'>): string => grade ?? 'none';

/**
 * Name of the main driver; its figure stands in the reasons. A model without proven skill is not
 * explained by one.
 */
export const formatDriver = ({ driver, holdReason }: SignalDto): string =>
  holdReason === 'NO_SKILL' || holdReason === 'UNPROVEN'
    ? 'Details'
    : driver === null
      ? 'No strong driver'
      : capitalizeFirst(driver.name);

/** `2 of 14 tradable: BUY Natural Gas, SELL Heating Oil`, or why none is. */
export function formatSignalHeadline(rows: readonly SignalDto[]): string {
  const calls = rows.filter(({ signal }) => signal !== 'HOLD');
  const head = `${formatCount(calls.length)} of ${formatCount(rows.length)} tradable`;
  if (calls.length > 0)
    return `${head}: ${calls.map((row) => `${row.signal} ${getMarketName(row.commodity, row.region)}`).join(', ')}`;
  const causes = Object.entries(HOLD_REASONS).flatMap(([cause, text]) => {
    const count = rows.filter(({ holdReason }) => holdReason === cause).length;
    return count === 0 ? [] : [`${formatCount(count)} ${text}`];
  });
  return `${head}: ${causes.join(', ')}`;
}

/** One standard deviation of the next day's move: $/MWh for power, else percent of the price. */
export const formatExpectedRange = ({ commodity, sigma }: ExpectedRangeDto): string =>
  commodity === 'electricity'
    ? formatUnitPrice({ commodity }, sigma)
    : formatPercent(100 * sigma, 2);
