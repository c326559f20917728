// Open positions and the weather regions that move them.
import type { HeldSide } from '../../contracts/weather-page';
import type { DeskView } from '../../trading/desk-view';
import type { CommodityKey } from '../../trading/domain/commodity';
import { type PowerHub, getHub } from '../../trading/domain/contract';
import { getCode } from '../../trading/domain/instrument';
import { getMarketName } from '../../trading/domain/market-name';

/** An open position, as far as weather concerns it. */
export interface HeldPosition {
  readonly commodity: CommodityKey;
  readonly direction: 'LONG' | 'SHORT';
  /** Null for other commodities than power. */
  readonly hub: PowerHub | null;
  /** Code of the contract. */
  readonly code: string;
}

export const listHeldPositions = (view: DeskView | null): readonly HeldPosition[] =>
  (view?.positions ?? []).map(({ position, instrument }) => ({
    commodity: instrument.commodity,
    direction: position.direction,
    hub: getHub(instrument),
    code: getCode(instrument),
  }));

/** Contract with its side: `LONG PJM Power ETZ26`. */
export const formatHeldPosition = ({ commodity, direction, hub, code }: HeldPosition): string =>
  `${direction} ${getMarketName(commodity, hub)} ${code}`;

/** Each contract with its side, once. */
export const listPositionTexts = (held: readonly HeldPosition[]): readonly string[] => [
  ...new Set(held.map(formatHeldPosition)),
];

/** Side of several positions; null without one. */
export function combineSides(held: readonly Pick<HeldPosition, 'direction'>[]): HeldSide | null {
  const sides = new Set(held.map(({ direction }) => direction));
  if (sides.size > 1) return 'LONG and SHORT';
  const [side] = sides;
  return side ?? null;
}
