// Scrolling ticker. Still for reduced motion and without live updates; then it scrolls manually.
import { useRouteLoaderData } from '@remix-run/react';
import type { TickerItem } from '../contracts/dashboard';
import type { Preferences } from '../contracts/preferences';
import { SharedMarkup } from './shared-markup';
import styles from './ticker.module.css';

interface TickerProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly TickerItem[];
  /** Selects one of two speeds. */
  readonly kind: 'market' | 'weather';
}

/** True if live updates are off or reduced motion is set. */
function useIsStatic(): boolean {
  const preferences = (
    useRouteLoaderData('routes/_terminal') as { readonly preferences?: Preferences } | undefined
  )?.preferences;
  return preferences?.live === 'off' || preferences?.motion === 'reduced';
}

export function Ticker({ id, label, items, kind }: TickerProps) {
  const isStatic = useIsStatic();
  return (
    <section className={styles['ticker']} aria-label={label}>
      {isStatic ? null : (
        <label className={styles['pause']}>
          <input type="checkbox" id={`${id}-pause`} className={styles['switch']} />
          Pause<span className="visually-hidden"> {label}</span>
        </label>
      )}
      <section className={styles['window']} tabIndex={0} aria-label={`${label}, text`}>
        <div className={`${styles['track']} ${isStatic ? '' : styles[kind]}`}>
          <Items items={items} />
          {isStatic ? null : <Items items={items} isCopy />}
        </div>
      </section>
    </section>
  );
}

const Items = ({ items, isCopy = false }: { items: readonly TickerItem[]; isCopy?: boolean }) => (
  <SharedMarkup
    as="ul"
    attributes={{
      className: isCopy ? styles['copy'] : styles['items'],
      'aria-hidden': isCopy ? true : undefined,
    }}
    of={ItemTexts}
    props={{ items }}
  />
);

const ItemTexts = ({ items }: { items: readonly TickerItem[] }) => (
  <>
    {items.map(({ text, tone }, index) => (
      <li key={`${index} ${text}`} className={tone === 'flat' ? undefined : tone}>
        {text}
      </li>
    ))}
  </>
);
