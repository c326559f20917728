// Position page: figures, entry decision, orders and fills, costs and outcome.
import type { ContractChartDto } from '../../contracts/contract-chart';
import type { NamedFigure, PositionDetailsDto, PositionHeaderDto } from '../../contracts/position';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatCommodityPrice, formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { Button } from '../button';
import { ContractChart } from '../contract-chart/contract-chart';
import { DataTable } from '../data-table';
import { Timestamp, Sentence, getDirection } from '../figures';
import { FormToken } from '../form-token';
import { Card } from '../institutional/card';
import { Figure, Figures } from '../institutional/figures';
import styles from '../institutional/institutional.module.css';
import own from './position-view.module.css';
import { OwnSensitivities } from '../institutional/sensitivity-card';
import { buildHref } from '../../contracts/base-path';

const ENTRY_HOW = [
  'The decision is a log record: its inputs and the resulting plan. The plan depends on the contract, the quote and these inputs only.',
  'Replay recomputes the plan from the stored inputs and compares the bytes.',
] as const;
const COST_HOW = [
  'Slippage compares each fill with the market price at its time; fees are the venue’s.',
] as const;
const PATH_HOW = [
  'MAE and MFE: P&L at the worst and best last price of the logged valuations while open (each quarter of an hour and after each large move), for all lots entered.',
] as const;

interface PositionViewProps {
  readonly story: PositionDetailsDto;
  readonly header: PositionHeaderDto | null;
  readonly chart: ContractChartDto | null;
  readonly timeZone: string;
}

export function PositionView({ story, header, chart, timeZone }: PositionViewProps) {
  const { position, bookName, playbook, costs, outcome } = story;
  const { displayName } = COMMODITIES[position.commodity];
  return (
    <>
      <div className={own['head']}>
        <div>
          <h1>Position</h1>
          <p>
            <strong>{displayName}</strong> {position.contract}, {position.positionType},{' '}
            {position.status === 'ACTIVE' ? 'open' : 'closed'}, {bookName}.{' '}
            <a href={buildHref('/')} data-visit="">
              To the dashboard
            </a>
          </p>
          {position.pending === null ? null : (
            <p className="warn">
              <Sentence>{`${position.pending}.`}</Sentence>
            </p>
          )}
        </div>
        {header?.canClose ? <CloseForm id={position.id} name={displayName} /> : null}
      </div>
      <FigureHeader position={position} header={header} />
      {chart === null ? null : <ContractChart id="chart" {...chart} />}
      {story.weather === null ? null : (
        <OwnSensitivities {...story.weather} of="open position, at the last price" />
      )}
      <EntryCard story={story} playbook={playbook} timeZone={timeZone} />
      <EventTable story={story} timeZone={timeZone} />
      {story.canReplay ? (
        <p>
          <a href={buildHref(`/position/${position.id}?replay=1#story`)} data-visit="">
            Replay all decisions of this position
          </a>
        </p>
      ) : null}
      <div className={styles['grid']}>
        <FigureCard
          id="path"
          title={position.status === 'ACTIVE' ? 'So far' : 'Post-mortem'}
          rows={outcome}
          source="Valuations and scores from the log."
          how={PATH_HOW}
        />
        <FigureCard
          id="costs"
          title="Costs"
          rows={costs}
          source="Fills from the log."
          how={COST_HOW}
        />
      </div>
    </>
  );
}

/** Closes at the market; the dashboard shows the result. */
const CloseForm = ({ id, name }: { id: string; name: string }) => (
  <form method="post" action={buildHref('/')}>
    <FormToken name={id} />
    <input type="hidden" name="position" value={id} />
    <Button
      name="intent"
      value="close-position"
      look="danger"
      aria-label={`Close the ${name} position`}
    >
      CLOSE
    </Button>
  </form>
);

/** Same figures as in the positions table, with stop and target in dollars. */
function FigureHeader({
  position,
  header,
}: {
  position: PositionDetailsDto['position'];
  header: PositionHeaderDto | null;
}) {
  const { priceUnit } = COMMODITIES[position.commodity];
  const isOpen = position.status === 'ACTIVE';
  const pnl = formatSignedMoney(fromDollars(position.pnl));
  const formatPrice = (price: number | null): string =>
    formatCommodityPrice(position.commodity, price);
  return (
    <section className={styles['card']} aria-labelledby="figures">
      <h2 id="figures" className="visually-hidden">
        Figures
      </h2>
      <Figures>
        <Figure
          name={position.positionType}
          value={header?.size ?? 'N/A'}
          note={header ? `${header.fraction} of a contract` : undefined}
        />
        <Figure name="Entry" value={formatPrice(position.entryPrice)} note={priceUnit} />
        <Figure
          name={isOpen ? 'Last' : 'Exit'}
          value={formatPrice(position.currentPrice)}
          note={priceUnit}
        />
        <Figure name="P&L" value={pnl} tone={getDirection(position.pnl)} note="before fees" />
        {isOpen && header ? (
          <>
            <Figure
              name="Stop"
              value={header.stop?.price ?? 'none'}
              note={header.stop ? `${header.stop.pnl} if filled there` : 'no working stop order'}
            />
            <Figure
              name="Target"
              value={header.target?.price ?? 'none'}
              note={
                header.target ? `${header.target.pnl} if filled there` : 'no working target order'
              }
            />
          </>
        ) : null}
      </Figures>
    </section>
  );
}

function EntryCard({
  story: { entry, position, replay },
  playbook,
  timeZone,
}: {
  story: PositionDetailsDto;
  playbook: string | null;
  timeZone: string;
}) {
  const source = entry ? (
    <>
      Record {entry.seq} of the log, <Timestamp iso={entry.at} timeZone={timeZone} />.
    </>
  ) : (
    'Orders from the log.'
  );
  return (
    <Card id="why" title="Why did it trade?" source={source} how={ENTRY_HOW}>
      <p>
        {playbook === null ? (
          'Manual entry: no strategy requested it.'
        ) : (
          <>
            Strategy <strong>{playbook}</strong>
            {entry ? (
              <>
                : <Sentence>{`${entry.reason}.`}</Sentence>
              </>
            ) : (
              ' rolled it from another month, or trades it as one leg of a spread.'
            )}
          </>
        )}
      </p>
      {entry ? <FigureRows rows={entry.known} /> : null}
      {entry && entry.inputs.length > 0 ? (
        <NamedFigures title="Inputs" rows={entry.inputs} />
      ) : null}
      {entry && entry.limits.length > 0 ? (
        <NamedFigures title="Limit headroom" rows={entry.limits} />
      ) : null}
      {entry?.canReplay ? (
        <p>
          <a href={buildHref(`/position/${position.id}?replay=1`)} data-visit="">
            Replay this decision
          </a>
        </p>
      ) : null}
      {replay ? (
        <div role="status">
          <p>
            <strong>{replay.isSame ? 'Identical replay.' : 'Replay differs from the log.'}</strong>
          </p>
          <p className="muted">
            Recorded: <code>{replay.recorded}</code>
          </p>
          <p className="muted">
            Replayed: <code>{replay.made}</code>
          </p>
        </div>
      ) : null}
    </Card>
  );
}

const FigureRows = ({ rows }: { rows: readonly NamedFigure[] }) => (
  <Figures>
    {rows.map(({ name, value, note }) => (
      <Figure key={name} name={name} value={value} note={note} />
    ))}
  </Figures>
);

const NamedFigures = ({ title, rows }: { title: string; rows: readonly NamedFigure[] }) => (
  <>
    <h3>{title}</h3>
    <FigureRows rows={rows} />
  </>
);

function FigureCard({
  id,
  title,
  rows,
  source,
  how,
}: {
  id: string;
  title: string;
  rows: readonly NamedFigure[];
  source: string;
  how: readonly string[];
}) {
  return (
    <Card id={id} title={title} source={source} how={how}>
      <FigureRows rows={rows} />
    </Card>
  );
}

function EventTable({
  story: { lines },
  timeZone,
}: {
  story: PositionDetailsDto;
  timeZone: string;
}) {
  return (
    <DataTable id="story" caption="What happened" note="Orders and fills, oldest first">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ at, what, why, requestId, replay }, index) => (
          <tr key={index}>
            <td>
              <Timestamp iso={at} timeZone={timeZone} />
            </td>
            <td data-text>{what}</td>
            <td data-text>
              {why}
              {requestId === null ? null : (
                <span className="muted">
                  {why === null ? '' : '. '}Request <code>{requestId}</code>
                </span>
              )}
              {replay === null ? null : (
                <strong>{replay === 'SAME' ? ' Identical replay.' : ' Replay differs.'}</strong>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
