// All markets in one table: call, probability, expected gain against costs, range, grade, driver.
import { Sentence, Timestamp } from '../figures';
import { GainBar, ProbabilityDial, RangeBar } from './signal-dials';
import {
  HOLD_REASONS,
  formatDriver,
  formatExpectedMove,
  formatGrade,
  formatPriceRange,
  formatSignalUnit,
} from './board-texts';
import styles from './signal-board.module.css';
import type { SignalDto } from '../../contracts/api/signals';
import { getLikelierSide } from '../../trading/domain/format';
import { getMarketName } from '../../trading/domain/market-name';

interface BoardProps {
  readonly rows: readonly SignalDto[];
  readonly timeZone: string;
}

/** BUY and SELL first, then in the order of the markets. */
const sortCallsFirst = (rows: readonly SignalDto[]): readonly SignalDto[] =>
  [...rows].sort((a, b) => Number(a.signal === 'HOLD') - Number(b.signal === 'HOLD'));

/** Meaning of the columns. */
const KEY = [
  ['Call', 'For one day from issue. Why a market is HOLD stands beside it.'],
  ['Probability', 'Of the likelier side. The dial runs from 35% to 65% up; its middle is 50%.'],
  [
    'Expected gain / cost hurdle',
    'In the price unit, while the call is held. The mark on the bar is the hurdle: 1.5 round trips.',
  ],
  ['80% range', '10th to 90th percentile of the price at expiry. The dot is the price at issue.'],
  ['Grade', 'A: proven skill on two sets of simulations. B: on the first. None: no proven skill.'],
  ['Driver', 'The strongest input. Opens the price unit, the reasons and the evaluation.'],
] as const;

export function SignalBoard({ rows, timeZone }: BoardProps) {
  return (
    <section className={styles['frame']} aria-labelledby="in-force">
      <table className={styles['board']}>
        <caption>
          <h2 id="in-force" className="visually-hidden">
            Active signals
          </h2>
        </caption>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Call</th>
            <th scope="col">Probability</th>
            <th scope="col">Expected gain / cost hurdle</th>
            <th scope="col">80% range</th>
            <th scope="col">Grade</th>
            <th scope="col">Driver</th>
          </tr>
        </thead>
        <tbody>
          {sortCallsFirst(rows).map((signal) => (
            <Row key={signal.symbol} signal={signal} timeZone={timeZone} />
          ))}
        </tbody>
      </table>
      <details className={styles['key']}>
        <summary>How to read</summary>
        <dl>
          {KEY.map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** Probability of the likelier side, with an arrow that a screen reader gets as a word. */
function Side({ signal }: { signal: SignalDto }) {
  const { percent, side } = getLikelierSide(signal.chanceUp);
  return (
    <span className={`${styles['side']} tabular unbroken`} data-side={side}>
      {percent}
      <span className="visually-hidden"> {side}</span>
    </span>
  );
}

function Row({ signal, timeZone }: { signal: SignalDto; timeZone: string }) {
  const isHold = signal.holdReason !== null;
  return (
    <tr id={`signal-${signal.region.replace(/\W+/g, '-')}`} data-call={signal.signal}>
      <th scope="row">{getMarketName(signal.commodity, signal.region)}</th>
      <td className={styles['call']}>
        <strong>{signal.signal}</strong>{' '}
        {signal.holdReason === null ? null : (
          <span className={styles['cause']}>{HOLD_REASONS[signal.holdReason]}</span>
        )}
      </td>
      <td data-label="Probability">
        <span className={styles['pair']}>
          <ProbabilityDial probability={signal.chanceUp} isHold={isHold} />
          <Side signal={signal} />
        </span>
      </td>
      <td data-label="Gain / hurdle">
        <span className={styles['pair']}>
          <GainBar gain={signal.expectedMove} hurdle={signal.costHurdle} />
          <span className="tabular unbroken">{formatExpectedMove(signal)}</span>
        </span>
      </td>
      <td data-label="80% range">
        <span className={styles['range']}>
          <span>
            <span className="tabular unbroken">{formatPriceRange(signal)}</span>
            <span className="visually-hidden"> {formatSignalUnit(signal)}</span>
          </span>
          <RangeBar low={signal.low} price={signal.price} high={signal.high} />
        </span>
      </td>
      <td data-label="Grade">
        <span className={styles['grade']} data-grade={signal.grade ?? 'none'}>
          {formatGrade(signal)}
        </span>
      </td>
      <td data-text>
        <details className={styles['why']}>
          <summary>
            <Sentence>{formatDriver(signal)}</Sentence>
          </summary>
          <p>Prices in {formatSignalUnit(signal)}.</p>
          <p>
            <Sentence>{signal.reasoning}</Sentence>
          </p>
          <p>
            {signal.symbol} ({signal.contract}), {signal.model}. Issued{' '}
            <Timestamp iso={signal.asOf} timeZone={timeZone} />, expires{' '}
            <Timestamp iso={signal.expiresAt} timeZone={timeZone} />.
          </p>
          {signal.missing.length === 0 ? null : (
            <p>
              <Sentence>{`Missing inputs, replaced by their median in training: ${signal.missing.join('; ')}.`}</Sentence>
            </p>
          )}
          <p>
            <Sentence>{`Evaluation: ${signal.verdict}.`}</Sentence>
          </p>
        </details>
      </td>
    </tr>
  );
}
