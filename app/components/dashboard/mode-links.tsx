// Links to the ten commodity modes.
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import styles from './mode-links.module.css';

/** `param` is the query parameter that names the mode. */
export function ModeLinks({ shown, param = 'commodity' }: { shown: CommodityKey; param?: string }) {
  return (
    <nav aria-label="Commodity mode" className={styles['nav']}>
      <ul className={styles['list']}>
        {COMMODITY_KEYS.map((key) => (
          <li key={key}>
            <a
              href={`?${param}=${key}`}
              data-visit="stay"
              className={styles['link']}
              aria-current={key === shown ? 'true' : undefined}
            >
              {COMMODITIES[key].displayName}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
