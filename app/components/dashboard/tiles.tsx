// The ten dashboard tiles.
import type { DeskDto } from '../../contracts/messages';
import { formatTimeOfDay, formatTwelveHourTime, getZoneName } from '../../trading/domain/format';
import { MARKET_HOURS, isMarketOpen, getMarketStatus } from '../../trading/domain/market-status';
import { Sentence } from '../figures';
import { useNow } from '../use-now';
import { type Tile, buildAccountTiles, buildRiskTile, buildTradingTiles } from './dashboard-texts';
import styles from './tiles.module.css';
import { MINUTE_MS, SECOND_MS } from '../../trading/domain/time';

interface TilesProps {
  readonly desk: DeskDto;
  readonly riskLevel: string;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly marketZone: string;
  /** Open exchanges and the next opening; null in a simulation that has prices at all hours. */
  readonly exchanges: string | null;
}

export function Tiles({ desk, riskLevel, nowMs, timeZone, marketZone, exchanges }: TilesProps) {
  return (
    <section aria-labelledby="book">
      <h2 id="book" className="visually-hidden">
        Account
      </h2>
      <dl className={styles['tiles']}>
        {buildAccountTiles(desk).map((tile) => (
          <TileView key={tile.name} {...tile} />
        ))}
        <TileView {...buildRiskTile(riskLevel)} />
        <MarketTile atMs={Date.parse(desk.asOf)} timeZone={marketZone} exchanges={exchanges} />
        {buildTradingTiles(desk).map((tile) => (
          <TileView key={tile.name} {...tile} />
        ))}
        <ClockTile nowMs={nowMs} timeZone={timeZone} />
      </dl>
    </section>
  );
}

interface TileViewProps extends Tile {
  /** Small text beside the value. */
  readonly aside?: string;
  /** True keeps the note on phones. */
  readonly keepsNote?: boolean;
}

function TileView({ name, value, aside, note, tone, keepsNote = false }: TileViewProps) {
  return (
    <div className={`${styles['tile']} ${keepsNote ? styles['noted'] : ''}`}>
      <dt>{name}</dt>
      <dd className={`${styles['figure']} ${tone === 'flat' ? '' : (styles[tone] ?? '')}`}>
        {value}
        {aside === undefined ? null : <small className={styles['aside']}> {aside}</small>}
      </dd>
      <dd className="muted">
        <Sentence>{note}</Sentence>
      </dd>
    </div>
  );
}

/** Uses engine time, which differs from wall time in a replay. */
function MarketTile({
  atMs,
  timeZone,
  exchanges,
}: {
  atMs: number;
  timeZone: string;
  exchanges: string | null;
}) {
  const nowMs = useNow(atMs, MINUTE_MS);
  const isOpen = isMarketOpen(nowMs, timeZone);
  return (
    <TileView
      name="Market"
      value={getMarketStatus(isOpen)}
      aside={`${MARKET_HOURS} ${getZoneName(nowMs, timeZone)}`}
      note={exchanges ?? 'simulation trades 24/7'}
      keepsNote
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
        <time dateTime={formatTimeOfDay(atMs, timeZone)}>
          {formatTwelveHourTime(atMs, timeZone)}
        </time>
      </dd>
      <dd className="muted">{`${getZoneName(atMs, timeZone)}, ${timeZone}`}</dd>
    </div>
  );
}
