// Formats signals as text.
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatCommodityPrice, formatPercent } from '../../trading/domain/format';
import type { Tone } from '../figures';
import type { SignalDto } from '../../contracts/api/signals';

export const SIGNAL_TONES: Readonly<Record<SignalDto['signal'], Tone>> = {
  BUY: 'up',
  SELL: 'down',
  HOLD: 'warn',
};

/** Price with the unit of its commodity. */
export const formatUnitPrice = (
  { commodity }: Pick<SignalDto, 'commodity'>,
  value: number,
): string => `${formatCommodityPrice(commodity, value)} ${COMMODITIES[commodity].priceUnit}`;

/** Price, target, expected gain while held against its cost hurdle, and 80% range; HOLD has no target. */
export function formatSignalTarget(signal: SignalDto): string {
  const { commodity, price, targetPrice, low, high, confidence, expectedMove, costHurdle } = signal;
  const target =
    signal.signal === 'HOLD'
      ? `HOLD at ${formatUnitPrice(signal, price)}`
      : `${formatPercent(100 * confidence, 0)} confidence, ${formatCommodityPrice(commodity, price)} to target ${formatUnitPrice(signal, targetPrice)}`;
  return `${target}; expected gain while held ${formatCommodityPrice(commodity, expectedMove)}, cost hurdle ${formatCommodityPrice(commodity, costHurdle)}; 80% range: ${formatCommodityPrice(commodity, low)}–${formatCommodityPrice(commodity, high)}`;
}
