// The DATA button: which commodity the dashboard shows is part of its address.
import { seeOther } from '../../server/http/answer.server';
import type { ToastMessage } from '../../contracts/messages';
import { toastCookie } from '../../server/http/toast.server';
import {
  COMMODITIES,
  type CommodityKey,
  DEFAULT_COMMODITY,
  commodityKey,
} from '../../trading/domain/commodity';
import { type SignedCall, getScreenPath } from './answers';

/**
 * The commodity of an address; electricity where none is named, and null where a name stands for
 * none.
 */
export function shownCommodity(url: URL): CommodityKey | null {
  const slug = url.searchParams.get('commodity');
  return slug === null ? DEFAULT_COMMODITY : commodityKey(slug);
}

/** Shows a commodity; on the one that is shown, goes back to the default. */
export function toggleData({ url }: SignedCall, commodity: CommodityKey): never {
  const { displayName } = COMMODITIES[commodity];
  const isShown = shownCommodity(url) === commodity;
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
    [['Set-Cookie', toastCookie(toast)]],
  );
}
