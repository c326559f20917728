// Position page: figures, entry decision, orders and fills, costs and outcome.
import type { NamedFigure, PositionDetailsDto } from '../../contracts/position';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatCount, formatNumber, formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { DataTable } from '../data-table';
import { Timestamp, Sentence } from '../figures';
import { Card, Figure, Figures } from '../institutional/card';
import styles from '../institutional/institutional.module.css';
import { OwnSensitivities } from '../institutional/sensitivity-card';

const ENTRY_HOW = [
  'The decision is a log record: its inputs and the resulting plan. The plan depends on the contract, the quote and these inputs only.',
  'Replay recomputes the plan from the stored inputs and compares the bytes.',
] as const;
const COST_HOW = [
  'Slippage compares each fill with the market price at its time; fees are the venue’s.',
] as const;
const PATH_HOW = [
  'MAE and MFE: P&L at the worst and best last price of the one-minute valuations while open, for all lots entered.',
] as const;

export function PositionView({ story, timeZone }: { story: PositionDetailsDto; timeZone: string }) {
  const { position, bookName, playbook, costs, outcome } = story;
  const { displayName, priceUnit } = COMMODITIES[position.commodity];
  return (
    <>
      <div>
        <h1>Position</h1>
        <p>
          <strong>{displayName}</strong> {position.contract}, {position.positionType},{' '}
          {position.status === 'ACTIVE' ? 'open' : 'closed'}, {bookName}.{' '}
          <a href="/" data-visit="">
            To the dashboard
          </a>
        </p>
        {position.pending === null ? null : (
          <p className="warn">
            <Sentence>{`${position.pending}.`}</Sentence>
          </p>
        )}
      </div>
      <Card
        id="figures"
        title="Figures"
        source={<>As of sequence {formatCount(position.asOfSeq)}.</>}
        how={['Same figures as in the positions table.']}
      >
        <Figures>
          <Figure name="Entry" value={formatNumber(position.entryPrice, 4)} note={priceUnit} />
          <Figure
            name={position.status === 'ACTIVE' ? 'Last' : 'Exit'}
            value={formatNumber(position.currentPrice, 4)}
            note={priceUnit}
          />
          <Figure
            name="P&L"
            value={formatSignedMoney(fromDollars(position.pnl))}
            note="before fees"
          />
        </Figures>
      </Card>
      {story.weather === null ? null : (
        <OwnSensitivities {...story.weather} of="open position, at the last price" />
      )}
      <EntryCard story={story} playbook={playbook} timeZone={timeZone} />
      <EventTable story={story} timeZone={timeZone} />
      {story.canReplay ? (
        <p>
          <a href={`/position/${position.id}?replay=1#story`} data-visit="">
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
          <a href={`/position/${position.id}?replay=1`} data-visit="">
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
        {lines.map(({ at, what, why, replay }, index) => (
          <tr key={index}>
            <td>
              <Timestamp iso={at} timeZone={timeZone} />
            </td>
            <td data-text>{what}</td>
            <td data-text>
              {why}
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
