// Progress of the risk computation, or the form that requests a new one.
import { Form } from '@remix-run/react';
import type { RiskRefreshDto } from '../../contracts/institutional';
import { formatTimeOfDay } from '../../trading/domain/format';
import { Button } from '../button';
import { FormToken } from '../form-token';
import { buildHref } from '../../contracts/base-path';
import styles from './institutional.module.css';

export function RecomputeForm({
  work: { progress, againFrom, mayAsk },
  timeZone,
}: {
  work: RiskRefreshDto;
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
          <a href={buildHref('/institutional')} data-visit="stay" className={styles['link']}>
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
      <Button name="intent" value="again" needs="trader">
        Compute again
      </Button>
      <p className="muted">
        {mayAsk
          ? 'Uses new simulated pairs and takes some minutes; the figures below stay until then.'
          : `Rate limit: available again from ${formatTimeOfDay(Date.parse(againFrom), timeZone)}.`}
      </p>
    </Form>
  );
}
