// Where one can go.
import { Link } from '@remix-run/react';
import styles from './navigation.module.css';

const ENTRIES = [{ path: '/', label: 'Trading Dashboard', icon: 'M3 17l5-6 4 3 6-9M3 21h18' }] as const;

const isCurrent = (entry: string, path: string): boolean => entry === path || (entry === '/' && path === '/dashboard');

export function Navigation({ path, label }: { path: string; label: string }) {
  return (
    <nav aria-label={label}>
      <ul className={styles['list']}>
        {ENTRIES.map((entry) => (
          <li key={entry.path}>
            <Link to={entry.path} className={styles['entry']} aria-current={isCurrent(entry.path, path) ? 'page' : undefined}>
              <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
                <path d={entry.icon} />
              </svg>
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
