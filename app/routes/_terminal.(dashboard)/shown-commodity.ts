// DATA button: the shown commodity is in the URL.
import { seeOther } from '../../server/http/responses.server';
import type { ToastMessage } from '../../contracts/messages';
import { buildToastCookie } from '../../server/http/toast.server';
import {
  COMMODITIES,
  type CommodityKey,
  DEFAULT_COMMODITY,
  findCommodityKey,
} from '../../trading/domain/commodity';
import { type SignedCall, getScreenPath } from './responses';

/** Commodity of a URL; electricity if absent, null if unknown. */
export function getShownCommodity(url: URL): CommodityKey | null {
  const slug = url.searchParams.get('commodity');
  return slug === null ? DEFAULT_COMMODITY : findCommodityKey(slug);
}

/** Shows a commodity; pressing the shown one returns to the default. */
export function toggleCommodity({ url }: SignedCall, commodity: CommodityKey): never {
  const { displayName } = COMMODITIES[commodity];
  const isShown = getShownCommodity(url) === commodity;
  const toast: ToastMessage = isShown
    ? {
        title: `${displayName} Deactivated`,
        description: 'Dashboard view deactivated',
        variant: 'default',
      }
    : {
        title: `${displayName} Activated`,
        description: `Dashboard now showing ${displayName} data`,
        variant: 'default',
      };
  throw seeOther(
    getScreenPath(url, { commodity: isShown ? DEFAULT_COMMODITY : commodity }, `#row-${commodity}`),
    [['Set-Cookie', buildToastCookie(toast)]],
  );
}
