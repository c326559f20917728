// Links to one page per commodity, or to one view of a page.
import { COMMODITY_KEYS, type CommodityKey } from '../trading/domain/commodity';
import { getMarketName } from '../trading/domain/market-name';
import { buildHref } from '../contracts/base-path';
import styles from './commodity-tabs.module.css';

interface Tab {
  readonly to: string;
  readonly label: string;
  readonly isShown: boolean;
}

export function PageTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles['list']}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <a
              href={buildHref(tab.to)}
              data-visit="stay"
              className={styles['link']}
              aria-current={tab.isShown ? 'true' : undefined}
            >
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface CommodityTabsProps {
  /** Null shows all. */
  readonly shown: CommodityKey | null;
  /** Adds a tab for all commodities. */
  readonly hasAll?: boolean;
  /** Address of the page of a commodity, or of all. */
  toPath(commodity: CommodityKey | null): string;
}

export const CommodityTabs = ({ shown, hasAll = false, toPath }: CommodityTabsProps) => (
  <PageTabs
    label="Commodity"
    tabs={[...(hasAll ? [null] : []), ...COMMODITY_KEYS].map((key) => ({
      to: toPath(key),
      label: key === null ? 'All' : getMarketName(key, null),
      isShown: key === shown,
    }))}
  />
);
