// Commands page: server-side search, all commands, and the keyboard shortcuts.
import type { Preferences } from '../../contracts/preferences';
import { Button } from '../button';
import { DataTable } from '../data-table';
import { findCommands, formatCommandCount } from './command-catalog';
import { CommandList } from './command-list';
import styles from './commands-view.module.css';
import { SEARCH_ID } from './palette';
import { FIXED_KEYS, SHORTCUTS, isAllowed } from './shortcuts';
import { buildHref } from '../../contracts/base-path';

export function CommandsView({ query, preferences }: { query: string; preferences: Preferences }) {
  const groups = findCommands(query);
  const from =
    query === '' ? '/commands' : `/commands?${new URLSearchParams({ q: query }).toString()}`;
  return (
    <>
      <h1>Commands</h1>
      <form method="get" action={buildHref('/commands')} role="search" className={styles['search']}>
        <label htmlFor={SEARCH_ID}>Find a command</label>
        <input
          id={SEARCH_ID}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={60}
          autoComplete="off"
          className={styles['field']}
        />
        <Button>Find</Button>
        {query === '' ? null : (
          <a href={buildHref('/commands')} className="alone">
            Show all
          </a>
        )}
      </form>
      <p className="muted">
        {query === ''
          ? formatCommandCount(groups)
          : `${formatCommandCount(groups)} for \u201c${query}\u201d`}
      </p>
      {query === '' ? <TypingGuide /> : null}
      <CommandList groups={groups} preferences={preferences} from={from} id="page" />
      {query === '' ? <ShortcutTable level={preferences.shortcuts} /> : null}
    </>
  );
}

const EXAMPLES = ['run corn', 'stop gas', 'close CL', 'run all', 'stop all', 'close all'] as const;

/** How to trade by typing: verb, then name or symbol. */
function TypingGuide() {
  return (
    <section className={styles['typing']} aria-labelledby="typing">
      <h2 id="typing">Trade by typing</h2>
      <p>
        Press Ctrl+K, type a verb and a commodity, press Enter: run, stop or close, then a whole
        name or symbol. The button is the one of the auto-trading table.
      </p>
      <ul className={styles['examples']}>
        {EXAMPLES.map((example) => (
          <li key={example}>
            <a
              href={buildHref(`/commands?${new URLSearchParams({ q: example }).toString()}`)}
              className="alone"
            >
              {example}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShortcutTable({ level }: { level: Preferences['shortcuts'] }) {
  const rows = [
    ...SHORTCUTS.map((shortcut) => ({ ...shortcut, isOn: isAllowed(shortcut, level) })),
    ...FIXED_KEYS.map((key) => ({ ...key, isOn: true })),
  ];
  return (
    <div className={styles['shortcuts']} id="shortcuts">
      <DataTable
        id="shortcut-table"
        caption="Keyboard shortcuts"
        note="Requires JavaScript. Press the keys of a sequence one after the other."
      >
        <thead>
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">Effect</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ keys, description, isOn }) => (
            <tr key={keys}>
              <th scope="row">
                <kbd className={styles['keys']}>{keys}</kbd>
              </th>
              <td data-text>{description}</td>
              <td className={isOn ? 'good' : 'muted'}>{isOn ? 'On' : 'Off'}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}
