// Page of one backtest: progress with a cancel button, then the result.
import { Form } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

import { Button } from '../button';
import { FormToken } from '../form-token';
import { useLivePhase } from '../live/live-desk';
import { useRefresh } from '../live/use-refresh';
import { formatAnnouncement, formatState, formatSubject } from './backtest-texts';
import { getBacktestFormUrl } from './form-url';
import styles from './backtest.module.css';
import { BacktestResult } from './backtest-result';
import type { BacktestDto } from '../../contracts/api/backtest';
import type { BacktestViewDto } from '../../contracts/backtest-view';
import { buildHref } from '../../contracts/base-path';

const REFRESH_MS = 2000;

const isUnfinished = ({ phase }: BacktestDto): boolean =>
  phase === 'waiting' || phase === 'running';

export function BacktestJob({ job, view }: { job: BacktestDto; view: BacktestViewDto | null }) {
  const isOpen = isUnfinished(job);
  const isStatic = useLivePhase() === 'static';
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useFocusHeadingWhenDone(isOpen, heading);
  return (
    <>
      <div className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          Backtest: {job.playbookName}
        </h1>
        <p className="muted">{formatSubject(job)}. No order is sent.</p>
      </div>
      <p role="status" className="visually-hidden">
        {formatAnnouncement(job)}
      </p>
      {isOpen && !isStatic ? <AutoRefresh /> : null}
      {isOpen ? <UnfinishedJob job={job} form={form} isStatic={isStatic} /> : null}
      {job.result ? <BacktestResult job={job} result={job.result} view={view} /> : null}
      {isOpen || job.result ? null : (
        <section className={styles['card']} aria-labelledby="state">
          <h2 id="state">{job.phase === 'cancelled' ? 'Cancelled' : 'No result'}</h2>
          <p>{formatState(job)}</p>
        </section>
      )}
      {isOpen ? null : <RunAgainLink job={job} />}
    </>
  );
}

/** Separate component, so that its state changes do not re-render the page. */
function AutoRefresh() {
  useRefresh(REFRESH_MS, 0);
  return null;
}

function UnfinishedJob({
  job,
  form,
  isStatic,
}: {
  job: BacktestDto;
  form: RefObject<HTMLDivElement>;
  isStatic: boolean;
}) {
  const { id, share } = job;
  return (
    <section className={styles['card']} aria-labelledby="state">
      <h2 id="state">{share === null ? 'Queued' : 'Running'}</h2>
      {share === null ? null : (
        <progress className={styles['progress']} value={share} max={1} aria-label="Progress" />
      )}
      <p className="tabular">{formatState(job)}</p>
      <div ref={form} className={styles['actions']}>
        <Form method="post" action={`/backtest/${id}`}>
          <FormToken name="cancel" />
          <Button name="intent" value="cancel" look="danger" needs="trader">
            CANCEL
          </Button>
        </Form>
        <a href={buildHref(`/backtest/${id}`)} data-visit="stay" className={styles['link']}>
          Refresh
        </a>
        <span className="muted">
          {isStatic ? 'This page does not refresh.' : 'This page refreshes automatically.'}
        </span>
      </div>
    </section>
  );
}

function RunAgainLink({ job: { mode, playbook } }: { job: BacktestDto }) {
  return (
    <p>
      <a
        href={buildHref(getBacktestFormUrl(mode, playbook))}
        data-visit=""
        className={styles['link']}
      >
        Run again
      </a>
    </p>
  );
}

/** Moves the focus to the heading if it was inside the progress controls when these disappeared. */
function useFocusHeadingWhenDone(
  isOpen: boolean,
  heading: RefObject<HTMLElement>,
): RefObject<HTMLDivElement> {
  const form = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const box = form.current;
    if (!isOpen || !box) return;
    const onFocus = (): void => void (hadFocus.current = box.contains(document.activeElement));
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen && hadFocus.current) heading.current?.focus();
  }, [isOpen, heading]);
  return form;
}
