// How far the reading of risk is, and the button that asks for it anew: a form, so that it needs no
// script.
import { Form } from '@remix-run/react';
import type { RiskWorkDto } from '../../contracts/institutional';
import { timeOfDay } from '../../trading/domain/format';
import { Button } from '../button';
import { FormToken } from '../form-token';
import styles from './institutional.module.css';

export function AgainForm({
  work: { progress, againFrom, mayAsk },
  timeZone,
}: {
  work: RiskWorkDto;
  timeZone: string;
}) {
  if (progress !== null) {
    return (
      <div className={styles['again']}>
        <progress
          value={progress.done}
          max={progress.of}
          aria-label="Progress of the computation"
        />
        <p className="tabular">
          Being computed: {Math.floor((100 * progress.done) / progress.of)}% done.{' '}
          <a href="/institutional" data-visit="stay" className={styles['link']}>
            Refresh
          </a>
        </p>
      </div>
    );
  }
  if (againFrom === null) return null;
  return (
    <Form method="post" action="/institutional" className={styles['again']}>
      <FormToken name="again" />
      <Button name="intent" value="again">
        Compute again
      </Button>
      <p className="muted">
        {mayAsk
          ? 'Uses new simulated pairs and takes some minutes; the figures below stay until then.'
          : `Rate limit: available again from ${timeOfDay(Date.parse(againFrom), timeZone)}.`}
      </p>
    </Form>
  );
}
