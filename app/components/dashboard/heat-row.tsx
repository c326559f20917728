// The ten commodities as one row: move of the day, network call, own position and its P&L. A move
// from an old price is marked. Each cell links to its commodity mode.
import type { CommodityDto } from '../../contracts/api/book';
import type { HeatDto } from '../../contracts/dashboard';
import type { DeskDto } from '../../contracts/messages';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import { getMarketName } from '../../trading/domain/market-name';
import { MISSING, formatSignedMoney, formatSignedPercent } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { Signed, getDirection } from '../figures';
import { formatSide, listOpenPositions } from './dashboard-texts';
import { HydratedMarkup } from '../shared-markup';
import styles from './heat-row.module.css';

interface HeatCellsProps extends Pick<DeskDto, 'commodities' | 'positions'> {
  readonly heat: readonly HeatDto[];
  readonly shown: CommodityKey;
}

/** Moves in percent at which the tint of a cell gets stronger. */
const HEAT_STEPS_PERCENT = [0.5, 1, 2, 3] as const;

/** Tint of a cell, 0 to 4. */
export const computeHeatLevel = (changePercent: number | null): number =>
  HEAT_STEPS_PERCENT.filter((step) => Math.abs(changePercent ?? 0) >= step).length;

interface HeatRowProps extends Pick<HeatCellsProps, 'heat' | 'shown'> {
  readonly desk: Pick<DeskDto, 'commodities' | 'positions'>;
}

export const HeatRow = ({ desk: { commodities, positions }, heat, shown }: HeatRowProps) => (
  <nav aria-label="Commodity mode" className={styles['nav']}>
    <HydratedMarkup
      as="ul"
      attributes={{ className: styles['row'] }}
      of={HeatCells}
      props={{ commodities, positions, heat, shown }}
    />
  </nav>
);

const HeatCells = ({ commodities, positions, heat, shown }: HeatCellsProps) => (
  <>
    {commodities.map((row) => (
      <HeatCell
        key={row.commodity}
        row={row}
        sides={listOpenPositions(positions, row.commodity)}
        move={heat.find(({ commodity }) => commodity === row.commodity)}
        isShown={row.commodity === shown}
      />
    ))}
  </>
);

interface HeatCellProps {
  readonly row: CommodityDto;
  readonly sides: DeskDto['positions'];
  readonly move: HeatDto | undefined;
  readonly isShown: boolean;
}

function HeatCell({ row, sides, move, isShown }: HeatCellProps) {
  const { commodity, signal, pnl } = row;
  const changePercent = move?.changePercent ?? null;
  const direction = getDirection(changePercent);
  const meanText = move && move.quoteCount > 1 ? `, mean of ${move.quoteCount} hubs` : '';
  return (
    <li>
      <a
        href={`?commodity=${commodity}`}
        data-visit="stay"
        className={styles['cell']}
        data-direction={direction}
        data-heat={computeHeatLevel(changePercent)}
        aria-current={isShown ? 'true' : undefined}
        title={`${COMMODITIES[commodity].displayName}: change from prior close${meanText}`}
      >
        <span className={styles['name']}>
          {getMarketName(commodity, null)}
          <span className="visually-hidden"> Futures</span>
        </span>
        <span className={`${styles['move']} tabular`}>
          {changePercent === null ? MISSING : <Signed>{formatSignedPercent(changePercent)}</Signed>}
          {move?.isStale ? <small> stale</small> : null}
        </span>
        <AiCall signal={signal} />
        <span className={`${styles['own']} tabular`}>
          <Holding sides={sides} pnl={pnl} />
        </span>
      </a>
    </li>
  );
}

/** HOLD stands alone, so that BUY and SELL stand out of the row. */
function AiCall({ signal }: Pick<CommodityDto, 'signal'>) {
  if (signal === null) return <span>no AI call</span>;
  if (signal.signal !== 'HOLD') return <strong>AI {signal.signal}</strong>;
  return (
    <span>
      <span className="visually-hidden">AI </span>HOLD
    </span>
  );
}

function Holding({ sides, pnl }: Pick<HeatCellProps, 'sides'> & { readonly pnl: number }) {
  const side = formatSide(sides);
  if (side === null) return <span className="visually-hidden">flat</span>;
  return (
    <>
      {side} <Signed>{formatSignedMoney(fromDollars(pnl))}</Signed>
    </>
  );
}
