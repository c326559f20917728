// Change of the newest model run in one sentence, and the markets that it moves.
import type { MovedMarket, RunsPart } from '../../contracts/weather-page';
import { COMMODITIES } from '../../trading/domain/commodity';
import { Sentence } from '../figures';
import styles from './weather.module.css';

const DIRECTIONS = {
  UP: { label: '▲ bullish', tone: 'up' },
  DOWN: { label: '▼ bearish', tone: 'down' },
  MIXED: { label: '◆ mixed', tone: 'warn' },
} as const;

export const ForecastHeadline = ({
  runs: { tone, headline, where, moves },
}: {
  runs: RunsPart;
}) => (
  <div className={styles['headline']} data-tone={tone}>
    <p className={styles['lead']}>
      <Sentence>{headline}</Sentence>
    </p>
    {where === '' ? null : (
      <p>
        <Sentence>{where}</Sentence>
      </p>
    )}
    {moves.length === 0 ? (
      <p className="muted">No market moves with this change in this season.</p>
    ) : (
      <ul className={styles['moves']}>
        {moves.map((move) => (
          <Move key={move.commodity} move={move} />
        ))}
      </ul>
    )}
  </div>
);

const Move = ({ move: { commodity, direction, held } }: { move: MovedMarket }) => (
  <li>
    <a href={`/?commodity=${commodity}`}>{COMMODITIES[commodity].displayName}</a>{' '}
    <span className={DIRECTIONS[direction].tone}>{DIRECTIONS[direction].label}</span>
    {held === null ? null : <strong>, you hold {held}</strong>}
  </li>
);
