// Halt levels of the live account, and the way back.
import { Form } from '@remix-run/react';
import type { LiveAccountDto } from '../../contracts/live-page';
import { formatDateTime } from '../../trading/domain/format';
import { Button } from '../button';
import { FormToken } from '../form-token';
import { HALT_TEXTS } from './halt-texts';
import styles from './live-view.module.css';

interface HaltFormProps {
  readonly account: LiveAccountDto;
  readonly timeZone: string;
}

export function HaltForm({ account, timeZone }: HaltFormProps) {
  return (
    <section className={styles['card']} aria-labelledby="halt">
      <h2 id="halt">Halt</h2>
      {account.halt ? <ResumeForm account={account} timeZone={timeZone} /> : null}
      <ol className={styles['levels']}>
        {HALT_TEXTS.map((row) => (
          <HaltRow key={row.level} row={row} account={account} />
        ))}
      </ol>
    </section>
  );
}

function HaltRow({
  row: { level, name, text },
  account: { halt, held },
}: {
  readonly row: (typeof HALT_TEXTS)[number];
  readonly account: LiveAccountDto;
}) {
  const needsContract = level === 3;
  const isReached = halt !== null && halt.level >= level;
  return (
    <li className={styles['level']} aria-current={halt?.level === level ? 'step' : undefined}>
      <Form method="post" action="/live" className={styles['line']}>
        <FormToken name={`halt-${level}`} />
        <input type="hidden" name="intent" value="halt" />
        <input type="hidden" name="level" value={level} />
        <Button
          look={level >= 4 ? 'danger' : 'plain'}
          disabled={(isReached && level < 3) || (needsContract && held.length === 0)}
          aria-describedby={`halt-text-${level}`}
        >
          {`${level} ${name}`}
        </Button>
        {needsContract && held.length > 0 ? (
          <select name="contract" aria-label="Contract to close" className={styles['select']}>
            {held.map((contract) => (
              <option key={contract.id} value={contract.id}>
                {contract.name}
              </option>
            ))}
          </select>
        ) : null}
        <p id={`halt-text-${level}`} className="muted">
          {text}
        </p>
      </Form>
    </li>
  );
}

function ResumeForm({ account: { halt, resumeBlock, bookId }, timeZone }: HaltFormProps) {
  if (!halt) return null;
  return (
    <Form method="post" action="/live" className={styles['form']}>
      <FormToken name="resume" />
      <input type="hidden" name="intent" value="resume" />
      <input type="hidden" name="bookId" value={bookId} />
      <p>{`Level ${halt.level} since ${formatDateTime(halt.atMs, timeZone)}: ${halt.reason}.`}</p>
      {resumeBlock === null ? (
        <Button needs="trader">Resume the account</Button>
      ) : (
        <p>{resumeBlock}</p>
      )}
    </Form>
  );
}
