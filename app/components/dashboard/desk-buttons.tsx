// RUN ALL, STOP ALL and CLOSE ALL, with a note on the difference between the last two.
import { useFetcher } from '@remix-run/react';
import type { DeskDto } from '../../contracts/messages';
import { Button } from '../button';
import { ErrorSummary } from '../error-summary';
import { FormToken } from '../form-token';
import type { ActionAnswer } from './action-answer';
import { useRoleBlock } from '../role-context';
import styles from './dashboard.module.css';
import { FetcherForm, useFocusRestore } from './fetcher-form';
import { useFailureToast } from './use-failure-toast';

export function DeskButtons({ globalActive, isActive, portfolio, rearm, ...desk }: DeskDto) {
  const roleBlock = useRoleBlock('trader');
  const runAllBlock = roleBlock ?? desk.runAllBlock;
  const fetcher = useFetcher<ActionAnswer>({ key: 'desk' });
  const isBusy = fetcher.state !== 'idle';
  const form = useFocusRestore(isBusy);
  // After a drawdown trip RUN ALL is a link to the confirmation page.
  const failure = isBusy ? null : (fetcher.data?.failure ?? null);
  useFailureToast(failure);
  return (
    <div className={styles['actions']}>
      <FetcherForm
        fetcher={fetcher}
        box={form}
        className={styles['buttons']}
        aria-busy={isBusy ? true : undefined}
      >
        <FormToken name="all" />
        {rearm === null || runAllBlock !== null ? (
          <Button
            name="intent"
            value="run-all"
            look="run"
            disabled={isBusy || globalActive || runAllBlock !== null}
            title={runAllBlock ?? undefined}
          >
            RUN ALL
          </Button>
        ) : (
          <a href="?confirm=rearm" data-visit="" className={styles['danger']}>
            RUN ALL
          </a>
        )}
        <Button
          name="intent"
          value="stop-all"
          title="No new entries; stops and targets stay"
          disabled={isBusy || (!globalActive && !isActive)}
        >
          STOP ALL
        </Button>
        <CloseAll isOff={portfolio.totalPositions === 0} />
      </FetcherForm>
      {runAllBlock === null ? null : (
        <p className={styles['warn']}>RUN is disabled: {runAllBlock}</p>
      )}
      {failure ? <ErrorSummary title={failure.title} lines={[failure.message]} /> : null}
    </div>
  );
}

function CloseAll({ isOff }: { isOff: boolean }) {
  if (isOff) {
    return (
      <Button type="button" disabled>
        CLOSE ALL
      </Button>
    );
  }
  return (
    <a href="?confirm=close-all" data-visit="" className={styles['danger']}>
      CLOSE ALL
    </a>
  );
}
