// Active positions, and those closed within 24 hours.
import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { formatSignedMoney } from '../../trading/domain/format';
import { Button } from '../button';
import { CsvLink } from '../csv-link';
import { DataTable } from '../data-table';
import { Timestamp, Signed } from '../figures';
import { FormToken } from '../form-token';
import type { ActionAnswer } from './action-answer';
import styles from './dashboard.module.css';
import { type AnswerFetcher, FetcherForm } from './fetcher-form';
import {
  type PositionTexts,
  isActivePosition,
  formatPositionRow,
  formatStopDistance,
  sumProfit,
} from './dashboard-texts';
import { useFailureToast } from './use-failure-toast';
import type { PositionDto } from '../../contracts/api/book';
import { buildHref } from '../../contracts/base-path';

const COLUMNS = 9;

export function PositionsTable({
  rows,
  timeZone,
}: {
  rows: readonly PositionDto[];
  timeZone: string;
}) {
  if (rows.length === 0) return <NoPositions />;
  return (
    <DataTable
      id="positions"
      caption="Active Positions"
      isCards
      note={
        <>
          Includes positions closed within 24 hours (at most 20), newest first{' '}
          <CsvLink name="positions" />
        </>
      }
    >
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col">Side</th>
          {['Size', 'Entry', 'Last or exit', 'P&L', 'P&L %'].map((name) => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
          <th scope="col">Opened or closed</th>
          <th scope="col" data-actions>
            Action
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PositionRow key={row.id} row={row} timeZone={timeZone} />
        ))}
      </tbody>
      <tfoot>
        <TotalRow name="Active" rows={rows.filter(isActivePosition)} />
        <TotalRow name="Closed" rows={rows.filter((row) => !isActivePosition(row))} />
      </tfoot>
    </DataTable>
  );
}

function NoPositions() {
  return (
    <section className={styles['empty']} aria-labelledby="positions">
      <h2 id="positions">Active Positions</h2>
      <p className="muted">
        No active positions, and none closed within 24 hours. RUN a commodity to open positions on
        its strategy’s signals.
      </p>
    </section>
  );
}

/** Sum of the shown amounts. */
function TotalRow({ name, rows }: { name: string; rows: readonly PositionDto[] }) {
  if (rows.length === 0) return null;
  const total = sumProfit(rows);
  return (
    <tr>
      <th scope="row" colSpan={5}>
        {name}: {rows.length}
      </th>
      <td data-number>
        <Signed>{formatSignedMoney(total)}</Signed>
      </td>
      <td colSpan={3} />
    </tr>
  );
}

function PositionRow({ row, timeZone }: { row: PositionDto; timeZone: string }) {
  const fetcher = useFetcher<ActionAnswer>({ key: `position-${row.id}` });
  const texts = formatPositionRow(row);
  const isOpen = isActivePosition(row);
  const isBusy = fetcher.state !== 'idle';
  const failure = isBusy ? null : (fetcher.data?.failure ?? null);
  useFailureToast(failure);
  return (
    <>
      <tr
        id={`position-${row.id}`}
        className={isOpen ? undefined : styles['closed']}
        aria-busy={isBusy ? true : undefined}
      >
        <PositionHead
          id={row.id}
          texts={texts}
          contract={row.contract}
          isOpen={isOpen}
          isDone={fetcher.data !== undefined && !isOpen}
          state={row.pending === null ? formatStopDistance(row) : `${row.pending}.`}
        />
        <td data-cell="status">{texts.side}</td>
        <td data-number data-label="Size">
          {texts.size}
        </td>
        <td data-number data-label="Entry">
          {texts.entry}
        </td>
        <td data-number data-label={isOpen ? 'Last' : 'Exit'}>
          {texts.current}
        </td>
        <td data-number data-label="P&amp;L">
          {isOpen ? <Signed>{texts.pnl}</Signed> : texts.pnl}
        </td>
        <td data-number>{texts.percent}</td>
        <td data-cell="time">
          <Timestamp iso={row.timestamp} timeZone={timeZone} />
        </td>
        <td data-actions data-cell="close">
          {isOpen ? (
            <CloseForm row={row} name={texts.closeName} isBusy={isBusy} fetcher={fetcher} />
          ) : (
            'CLOSED'
          )}
        </td>
      </tr>
      {failure ? (
        <tr>
          <td colSpan={COLUMNS} data-text className={styles['refusal']}>
            <div role="alert">
              <strong>{failure.title}</strong> {failure.message}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface PositionHeadProps {
  readonly id: string;
  readonly texts: PositionTexts;
  readonly contract: string;
  readonly isOpen: boolean;
  readonly isDone: boolean;
  /** Distance to the stop, or what the position waits for. */
  readonly state: string;
}

/** After a close, the row header takes the focus of the removed button. */
function PositionHead({ id, texts, contract, isOpen, isDone, state }: PositionHeadProps) {
  const head = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    if (isDone && document.activeElement === document.body) head.current?.focus();
  }, [isDone]);
  return (
    <th ref={head} scope="row" tabIndex={isDone ? -1 : undefined}>
      <span className={isOpen ? styles['pulse'] : styles['dot']} aria-hidden="true" />{' '}
      <a
        href={buildHref(`/position/${id}`)}
        data-visit=""
        className="alone"
        aria-label={`${texts.name}: why it was traded`}
      >
        {texts.name}
      </a>{' '}
      <span className={styles['contract']}>{contract}</span>
      <span className="visually-hidden">{isOpen ? ', active' : ', closed'}</span>
      {isOpen ? <span className={styles['state']}>{state}</span> : null}
    </th>
  );
}

interface CloseFormProps {
  readonly row: PositionDto;
  readonly name: string;
  readonly isBusy: boolean;
  readonly fetcher: AnswerFetcher;
}

function CloseForm({ row, name, isBusy, fetcher }: CloseFormProps) {
  return (
    <FetcherForm fetcher={fetcher}>
      <FormToken name={row.id} />
      <input type="hidden" name="position" value={row.id} />
      <Button
        name="intent"
        value="close-position"
        look="danger"
        disabled={isBusy}
        aria-label={name}
      >
        CLOSE
      </Button>
    </FetcherForm>
  );
}
