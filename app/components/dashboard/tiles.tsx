// The ten tiles: the book, its risk, the market's day, and the clock.
import type { DeskDto } from '../../contracts/messages';
import { timeOfDay, twelveHourTime, zoneName } from '../../trading/domain/format';
import { isMarketDay, marketWord } from '../../trading/domain/market-day';
import { Sentence } from '../figures';
import { useNow } from '../use-now';
import { type Tile, bookTiles, riskTile, tradingTiles } from './texts';
import styles from './tiles.module.css';
import { MINUTE_MS, SECOND_MS } from '../../trading/domain/time';

interface TilesProps {
  readonly desk: DeskDto;
  readonly riskLevel: string;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly marketZone: string;
}

export function Tiles({ desk, riskLevel, nowMs, timeZone, marketZone }: TilesProps) {
  return (
    <section aria-labelledby="book">
      <h2 id="book" className="visually-hidden">
        Book
      </h2>
      <dl className={styles['tiles']}>
        {bookTiles(desk).map((tile) => (
          <TileView key={tile.name} {...tile} />
        ))}
        <TileView {...riskTile(riskLevel)} />
        <MarketTile atMs={Date.parse(desk.asOf)} timeZone={marketZone} />
        {tradingTiles(desk).map((tile) => (
          <TileView key={tile.name} {...tile} />
        ))}
        <ClockTile nowMs={nowMs} timeZone={timeZone} />
      </dl>
    </section>
  );
}

function TileView({ name, value, note, tone }: Tile) {
  return (
    <div className={styles['tile']}>
      <dt>{name}</dt>
      <dd className={`${styles['figure']} ${tone === 'flat' ? '' : (styles[tone] ?? '')}`}>
        {value}
      </dd>
      <dd className="muted">
        <Sentence>{note}</Sentence>
      </dd>
    </div>
  );
}

/** By the desk's own time, which is that of a replay too. */
function MarketTile({ atMs, timeZone }: { atMs: number; timeZone: string }) {
  const isOpen = isMarketDay(useNow(atMs, MINUTE_MS), timeZone);
  return (
    <TileView
      name="Market"
      value={marketWord(isOpen)}
      note={`9:00–16:00, ${timeZone}`}
      tone={isOpen ? 'good' : 'bad'}
    />
  );
}

function ClockTile({ nowMs, timeZone }: { nowMs: number; timeZone: string }) {
  const atMs = useNow(nowMs, SECOND_MS);
  return (
    <div className={styles['tile']}>
      <dt>System Time</dt>
      <dd className={styles['figure']}>
        <time dateTime={timeOfDay(atMs, timeZone)}>{twelveHourTime(atMs, timeZone)}</time>
      </dd>
      <dd className="muted">{`${zoneName(atMs, timeZone)}, ${timeZone}`}</dd>
    </div>
  );
}
