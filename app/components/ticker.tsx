// A line of words that runs by, for those who want that: it is paused without script, stands still
// for who prefers no motion, and can be scrolled by hand then.
import { useRouteLoaderData } from '@remix-run/react';
import type { TickerItem } from '../contracts/dashboard';
import type { Preferences } from '../contracts/preferences';
import styles from './ticker.module.css';

interface TickerProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly TickerItem[];
  /** Which of the two speeds. */
  readonly kind: 'market' | 'weather';
}

/** Live updates that are off stop what moves by itself, and so does a wish for less motion. */
function useIsStill(): boolean {
  const preferences = (
    useRouteLoaderData('routes/_terminal') as { readonly preferences?: Preferences } | undefined
  )?.preferences;
  return preferences?.live === 'off' || preferences?.motion === 'reduced';
}

export function Ticker({ id, label, items, kind }: TickerProps) {
  const isStill = useIsStill();
  return (
    <section className={styles['ticker']} aria-label={label}>
      {isStill ? null : (
        <label className={styles['pause']}>
          <input type="checkbox" id={`${id}-pause`} className={styles['switch']} />
          Pause<span className="visually-hidden"> {label}</span>
        </label>
      )}
      <section className={styles['window']} tabIndex={0} aria-label={`${label}, text`}>
        <div className={`${styles['track']} ${isStill ? '' : styles[kind]}`}>
          <Items items={items} />
          {isStill ? null : <Items items={items} isCopy />}
        </div>
      </section>
    </section>
  );
}

const Items = ({ items, isCopy = false }: { items: readonly TickerItem[]; isCopy?: boolean }) => (
  <ul className={isCopy ? styles['copy'] : styles['items']} aria-hidden={isCopy ? true : undefined}>
    {items.map(({ text, tone }, place) => (
      <li key={`${place} ${text}`} className={tone === 'flat' ? undefined : tone}>
        {text}
      </li>
    ))}
  </ul>
);
