// Auto-trading table: state and four buttons per commodity. Each row has its own fetcher, so rows
// do not wait for each other.
import { useFetcher } from '@remix-run/react';

import type { CommodityKey } from '../../trading/domain/commodity';
import { formatCount } from '../../trading/domain/format';
import { Button } from '../button';
import { DataTable } from '../data-table';
import { Signed } from '../figures';
import { useRoleBlock } from '../role-context';
import { FormToken } from '../form-token';
import { HydratedMarkup } from '../shared-markup';
import type { ActionAnswer } from './action-answer';
import styles from './dashboard.module.css';
import { type AnswerFetcher, FetcherForm, useFocusRestore } from './fetcher-form';
import {
  type CommodityTexts,
  formatCommodityRow,
  formatSignalCell,
  listOpenPositions,
} from './dashboard-texts';
import { useFailureToast } from './use-failure-toast';
import type { CommodityDto, PositionDto } from '../../contracts/api/book';
import { buildHref } from '../../contracts/base-path';

const NOTE =
  'RUN: auto-trade. STOP: no new entries; stops and targets stay. CLOSE: flatten, turn off. DATA: show above.';

interface AutoTradingProps {
  readonly rows: readonly CommodityDto[];
  readonly positions: readonly PositionDto[];
  readonly shown: CommodityKey;
  /** Why RUN is disabled, or null. */
  readonly runBlock: string | null;
}

/** On phones each row is a card. */
export function AutoTradingTable({ rows, positions, shown, ...desk }: AutoTradingProps) {
  const roleBlock = useRoleBlock('trader');
  const runBlock = roleBlock ?? desk.runBlock;
  return (
    <DataTable
      id="auto-trading"
      caption="Commodity Auto-Trading"
      note={runBlock === null ? NOTE : `RUN is disabled: ${runBlock} ${NOTE}`}
      isCards
    >
      <thead>
        <tr>
          <th scope="col">Commodity</th>
          <th scope="col">Status</th>
          <th scope="col" data-number>
            Positions
          </th>
          <th scope="col" data-number>
            Value
          </th>
          <th scope="col" data-number>
            P&amp;L
          </th>
          <th scope="col">AI Analysis</th>
          <th scope="col" data-actions>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CommodityRow
            key={row.commodity}
            row={row}
            open={listOpenPositions(positions, row.commodity)}
            isShown={row.commodity === shown}
            runBlock={runBlock}
          />
        ))}
      </tbody>
    </DataTable>
  );
}

interface CommodityRowProps {
  readonly row: CommodityDto;
  /** Open positions of the commodity. */
  readonly open: readonly PositionDto[];
  readonly isShown: boolean;
  readonly runBlock: string | null;
}

function CommodityRow(props: CommodityRowProps) {
  const { commodity, positions } = props.row;
  const fetcher = useFetcher<ActionAnswer>({ key: `row-${commodity}` });
  const isBusy = fetcher.state !== 'idle';
  const failure = isBusy ? null : (fetcher.data?.failure ?? null);
  useFailureToast(failure);
  return (
    <>
      <HydratedMarkup
        as="tr"
        attributes={{
          id: `row-${commodity}`,
          'aria-busy': isBusy ? true : undefined,
          ...(positions === 0 ? { 'data-flat': '' } : {}),
        }}
        of={CommodityCells}
        props={props}
        clientProps={{ isBusy, fetcher }}
      />
      {failure ? (
        <tr>
          <td colSpan={7} data-text className={styles['refusal']}>
            <div role="alert">
              <strong>{failure.title}</strong> {failure.message}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface RowRequest {
  readonly isBusy: boolean;
  readonly fetcher: AnswerFetcher;
}

function CommodityCells({
  row,
  open,
  isShown,
  runBlock,
  isBusy = false,
  fetcher,
}: CommodityRowProps & Partial<RowRequest>) {
  const texts = formatCommodityRow(row, open);
  return (
    <>
      <th scope="row">
        {texts.name}
        <a
          href={buildHref(`/what-if?commodity=${row.commodity}`)}
          data-visit=""
          className={styles['ask']}
          aria-label={`What if ${texts.name} trade`}
        >
          What if
        </a>
      </th>
      <td data-cell="status">
        {isBusy ? (
          <span className="muted">{'\u2026'} SENDING</span>
        ) : (
          <Status isActive={row.isActive} />
        )}
      </td>
      <td data-number data-label="Positions">
        {formatCount(row.positions)}
      </td>
      <td data-number data-label="Value">
        {texts.value} <span className={styles['short']}>{texts.valueShort}</span>
      </td>
      <td data-number data-label="P&amp;L">
        <Signed>{texts.pnl}</Signed> <span className={styles['short']}>{texts.pnlShort}</span>
      </td>
      <td data-text data-cell="call">
        {row.runBlock === null ? (
          <span className={styles['network']}>
            <SignalAnalysis row={row} />
          </span>
        ) : null}
        <span className={styles['plan']} title={texts.plan}>
          {row.playbook === null ? null : <span className="muted">Strategy </span>}
          {texts.plan}
        </span>
      </td>
      <td data-actions>
        <RowButtons
          row={row}
          texts={texts}
          isShown={isShown}
          isBusy={isBusy}
          runBlock={runBlock ?? row.runBlock}
          fetcher={fetcher}
        />
      </td>
    </>
  );
}

/** AI signal with target and confidence. */
function SignalAnalysis({ row: { commodity, signal } }: { row: CommodityDto }) {
  const texts = formatSignalCell(commodity, signal);
  if (!texts) return <>Analyzing market conditions...</>;
  return (
    <>
      <span className="muted">Network</span> <strong className={texts.tone}>{texts.action}</strong>{' '}
      {texts.detail}
    </>
  );
}

/** Status label; desktop and mobile texts differ, and only the visible one is read out. */
function Status({ isActive }: { isActive: boolean }) {
  return (
    <span className={isActive ? styles['active'] : styles['idle']}>
      <span aria-hidden="true">{isActive ? '\u25cf' : '\u25cb'}</span>{' '}
      {isActive ? (
        <>
          <span className={styles['wide']}>ACTIVE</span>
          <span className={styles['narrow']}>TRADING</span>
        </>
      ) : (
        'IDLE'
      )}
    </span>
  );
}

interface RowButtonsProps {
  readonly row: CommodityDto;
  readonly texts: CommodityTexts;
  readonly isShown: boolean;
  readonly isBusy: boolean;
  readonly runBlock: string | null;
  readonly fetcher: AnswerFetcher | undefined;
}

function RowButtons({ row, texts: { name }, isShown, isBusy, runBlock, fetcher }: RowButtonsProps) {
  const form = useFocusRestore(isBusy);
  return (
    <FetcherForm fetcher={fetcher} box={form} className={styles['buttons']}>
      <FormToken name={row.commodity} />
      <input type="hidden" name="commodity" value={row.commodity} />
      <Button
        name="intent"
        value="run"
        look="run"
        disabled={isBusy || row.isActive || runBlock !== null}
        title={runBlock ?? undefined}
        aria-label={`RUN ${name}`}
      >
        RUN
      </Button>
      <Button
        name="intent"
        value="stop"
        disabled={isBusy || !row.isActive}
        aria-label={`STOP ${name}`}
      >
        STOP
      </Button>
      <Button
        name="intent"
        value="close"
        look="danger"
        disabled={isBusy || row.positions === 0}
        aria-label={`CLOSE ${name}`}
      >
        CLOSE
      </Button>
      <Button
        name="intent"
        value="data"
        disabled={isBusy}
        aria-label={`DATA ${name}`}
        aria-pressed={isShown}
      >
        DATA
      </Button>
    </FetcherForm>
  );
}
