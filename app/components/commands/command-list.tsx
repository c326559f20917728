// Grouped list of commands, used on the commands page and in the palette.
import type { Preferences } from '../../contracts/preferences';
import { Button } from '../button';
import { FormToken } from '../form-token';
import { PreferenceForm } from '../preference-form';
import type { Command, CommandGroup, ActionCommand, LinkCommand } from './command-catalog';
import { buildHref } from '../../contracts/base-path';
import styles from './command-list.module.css';

interface CommandListProps {
  readonly groups: readonly CommandGroup[];
  readonly preferences: Preferences;
  /** Path to return to after a form. */
  readonly from: string;
  /** Prefix of element ids; differs between the two lists on a page. */
  readonly id: string;
}

export function CommandList({ groups, id, ...shown }: CommandListProps) {
  return (
    <div className={styles['frame']}>
      <div className={styles['groups']}>
        {groups.map(({ name, commands }) => {
          const headingId = `${id}-${name.toLowerCase().replace(/\W+/g, '-')}`;
          return (
            <section
              key={name}
              className={styles['group']}
              aria-labelledby={headingId}
              data-wide={commands.some(({ kind }) => kind === 'preference') ? '' : undefined}
            >
              <h2 id={headingId}>{name}</h2>
              <ul className={styles['list']}>
                {commands.map((command) => (
                  <li key={command.id}>
                    <CommandItem command={command} id={id} {...shown} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}

function CommandItem({
  command,
  ...shown
}: { command: Command } & Omit<CommandListProps, 'groups'>) {
  if (command.kind === 'link')
    return <LinkItem command={command} level={shown.preferences.shortcuts} />;
  if (command.kind === 'action')
    return <ActionItem command={command} from={shown.from} id={shown.id} />;
  return (
    <div className={styles['preference']}>
      <PreferenceForm
        name={command.name}
        chosen={shown.preferences[command.name]}
        from={shown.from}
        isLabelled
      />
      <p className={styles['note']}>{command.note}</p>
    </div>
  );
}

function LinkItem({
  command: { label, note, to, keys, isFile },
  level,
}: {
  command: LinkCommand;
  level: Preferences['shortcuts'];
}) {
  const showsKeys =
    keys !== null && (level === 'all' || (level === 'modified' && keys.startsWith('Alt')));
  return (
    <a
      href={buildHref(to)}
      data-visit={isFile ? undefined : ''}
      download={isFile ? '' : undefined}
      className={styles['link']}
    >
      <span>{label}</span>
      {note === '' ? null : <span className={styles['note']}>{note}</span>}
      {showsKeys ? <kbd className={styles['keys']}>{keys}</kbd> : null}
    </a>
  );
}

function ActionItem({
  command: { id: commandId, label, note, action, intent, commodity },
  from,
  id,
}: {
  command: ActionCommand;
  from: string;
  id: string;
}) {
  const isRun = intent?.startsWith('run') === true;
  return (
    <form method="post" action={buildHref(action)} className={styles['action']}>
      <FormToken name={`${id}-${commandId}`} />
      {intent === null ? <input type="hidden" name="from" value={from} /> : null}
      {commodity === undefined ? null : <input type="hidden" name="commodity" value={commodity} />}
      <Button
        name={intent === null ? undefined : 'intent'}
        value={intent ?? undefined}
        look={isRun ? 'run' : 'danger'}
        needs={isRun ? 'trader' : 'viewer'}
      >
        {label}
      </Button>
      <span className={styles['note']}>{note}</span>
    </form>
  );
}
