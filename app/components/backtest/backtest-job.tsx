// One backtest: how far it is with the way to end it, then what it brought.
import { Form } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

import { Button } from '../button';
import { FormToken } from '../form-token';
import { useLivePhase } from '../live/live-desk';
import { useRefresh } from '../live/use-refresh';
import { backtestForm, newsText, stateText, subjectText } from './backtest-texts';
import styles from './backtest.module.css';
import { BacktestResult } from './backtest-result';
import type { BacktestDto } from '../../contracts/api/backtest';

const ASK_MS = 2000;

const isUnderWay = ({ phase }: BacktestDto): boolean => phase === 'waiting' || phase === 'running';

export function BacktestJob({ job }: { job: BacktestDto }) {
  const isOpen = isUnderWay(job);
  const isStill = useLivePhase() === 'static';
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useFocusAfter(isOpen, heading);
  return (
    <>
      <div className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          Backtest: {job.playbookName}
        </h1>
        <p className="muted">{subjectText(job)}. No order is sent.</p>
      </div>
      <p role="status" className="visually-hidden">
        {newsText(job)}
      </p>
      {isOpen && !isStill ? <Asking /> : null}
      {isOpen ? <UnderWay job={job} form={form} isStill={isStill} /> : null}
      {job.result ? <BacktestResult job={job} result={job.result} /> : null}
      {isOpen || job.result ? null : (
        <section className={styles['card']} aria-labelledby="state">
          <h2 id="state">{job.phase === 'cancelled' ? 'Cancelled' : 'No result'}</h2>
          <p>{stateText(job)}</p>
        </section>
      )}
      {isOpen ? null : <Onward job={job} />}
    </>
  );
}

/** On its own, so that what it watches renders nothing else anew. */
function Asking() {
  useRefresh(ASK_MS, 0);
  return null;
}

function UnderWay({
  job,
  form,
  isStill,
}: {
  job: BacktestDto;
  form: RefObject<HTMLDivElement>;
  isStill: boolean;
}) {
  const { id, share } = job;
  return (
    <section className={styles['card']} aria-labelledby="state">
      <h2 id="state">{share === null ? 'Queued' : 'Running'}</h2>
      {share === null ? null : (
        <progress className={styles['progress']} value={share} max={1} aria-label="Progress" />
      )}
      <p className="tabular">{stateText(job)}</p>
      <div ref={form} className={styles['actions']}>
        <Form method="post" action={`/backtest/${id}`}>
          <FormToken name="cancel" />
          <Button name="intent" value="cancel" look="danger">
            CANCEL
          </Button>
        </Form>
        <a href={`/backtest/${id}`} data-visit="stay" className={styles['link']}>
          Refresh
        </a>
        <span className="muted">
          {isStill ? 'This page does not refresh.' : 'This page refreshes automatically.'}
        </span>
      </div>
    </section>
  );
}

function Onward({ job: { mode, playbook } }: { job: BacktestDto }) {
  return (
    <p>
      <a href={backtestForm(mode, playbook)} data-visit="" className={styles['link']}>
        Run again
      </a>
    </p>
  );
}

/**
 * Whoever was at the buttons when these went away is taken to the heading above what came in their
 * place.
 */
function useFocusAfter(
  isOpen: boolean,
  heading: RefObject<HTMLElement>,
): RefObject<HTMLDivElement> {
  const form = useRef<HTMLDivElement>(null);
  const wasThere = useRef(false);
  useEffect(() => {
    const box = form.current;
    if (!isOpen || !box) return;
    const onFocus = (): void => void (wasThere.current = box.contains(document.activeElement));
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen && wasThere.current) heading.current?.focus();
  }, [isOpen, heading]);
  return form;
}
