// Change of the newest model run in one sentence, and the markets that it moves.
import type { MovedMarket, RunsPart } from '../../contracts/weather-page';
import { PRICE_DIRECTIONS } from '../../trading/domain/price-direction';
import { Sentence } from '../figures';
import { buildHref } from '../../contracts/base-path';
import styles from './weather.module.css';

export const ForecastHeadline = ({
  runs: { tone, headline, where, moves, noMoves },
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
    {noMoves === null ? null : <p className="muted">{noMoves}</p>}
    {moves.length === 0 ? null : (
      <ul className={styles['moves']}>
        {moves.map((move) => (
          <Move key={move.name} move={move} />
        ))}
      </ul>
    )}
  </div>
);

const Move = ({ move: { name, commodity, direction, held } }: { move: MovedMarket }) => (
  <li>
    <a href={buildHref(`/?commodity=${commodity}`)}>{name}</a>{' '}
    <span className={PRICE_DIRECTIONS[direction].tone}>{PRICE_DIRECTIONS[direction].label}</span>
    {held === null ? null : <strong>, you hold {held}</strong>}
  </li>
);
