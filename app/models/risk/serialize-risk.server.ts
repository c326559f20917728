// Risk of an account for pages, API and sockets, computed once per view.
import type { RiskDto, StressDto } from '../../contracts/risk';
import type { ComponentDto, RiskGroupName, TailDto, VarDto } from '../../contracts/value-at-risk';
import type { MarketRisk } from './market-risk';
import { serializeSensitivities } from './sensitivities.server';
import type { ShockResult } from './market-risk';
import type { Terminal } from '../desk/terminal';
import type { DeskView, PositionRow } from '../../trading/desk-view';
import { getChain, getCode } from '../../trading/domain/instrument';
import {
  type BookRisk,
  SCENARIOS_MIN,
  type TailFigures,
  computeHoldingsRisk,
} from '../../trading/risk/book-risk';
import {
  type DailyMoves,
  type Holding,
  listChainsWithoutMoves,
} from '../../trading/risk/daily-moves';
import { RISK_GROUPS, getRiskGroup } from '../../trading/risk/risk-groups';
import {
  type ShockPaths,
  type StressHolding,
  computeMedianMove,
  computeStressFigures,
  computeStressProfits,
} from '../../trading/risk/stress';
import { formatIsoTime } from '../../trading/domain/format';
import { roundDollars, roundPartsToCents } from '../../trading/domain/units';

/** Exposure in dollars per unit move; null without a price. */
function findHolding(
  {
    position,
    instrument,
    size,
    currentPrice,
  }: Pick<PositionRow, 'position' | 'instrument' | 'size' | 'currentPrice'>,
  moves: ReadonlyMap<string, DailyMoves>,
): Holding | null {
  if (currentPrice === null) return null;
  const chain = getChain(instrument);
  const signed = position.direction === 'LONG' ? size : -size;
  return {
    id: position.id,
    chain,
    group: getRiskGroup(instrument.commodity),
    exposure: moves.get(chain)?.kind === 'amount' ? signed : signed * currentPrice,
  };
}

/** Risk and holdings of an account, or the reason why there is none. */
export function computeBookRisk(
  view: DeskView,
  { moves, reason }: MarketRisk,
  more: readonly Holding[] = [],
): { readonly risk: BookRisk; readonly holdings: readonly Holding[] } | string {
  const openHoldings = view.positions.map((row) => findHolding(row, moves));
  if (moves.size === 0)
    return reason ?? 'No price history for this market: risk needs daily moves.';
  if (openHoldings.includes(null)) return 'A position has no price yet: risk is not available.';
  const holdings = [...openHoldings.filter((holding) => holding !== null), ...more];
  const unknown = listChainsWithoutMoves(holdings, moves);
  if (unknown.length > 0)
    return `No price history for ${unknown.join(', ')}. ${reason ?? ''}`.trim();
  const risk = computeHoldingsRisk(holdings, moves);
  return risk
    ? { risk, holdings }
    : `Price history too short: risk needs ${SCENARIOS_MIN} scenarios.`;
}

export const serializeTail = (figures: TailFigures): TailDto => ({
  var95: roundDollars(figures.var95),
  var99: roundDollars(figures.var99),
  es975: roundDollars(figures.es975),
  fiveDayVar95: roundDollars(figures.fiveDayVar95),
  fiveDayVar99: roundDollars(figures.fiveDayVar99),
  fiveDayEs975: roundDollars(figures.fiveDayEs975),
});

function listComponents(view: DeskView, { total, components }: BookRisk): readonly ComponentDto[] {
  const [at95, at99] = [
    roundPartsToCents(components.var95, total.var95),
    roundPartsToCents(components.var99, total.var99),
  ];
  return view.positions.map(({ position, instrument }, index) => ({
    id: position.id,
    commodity: position.commodity,
    contract: getCode(instrument),
    direction: position.direction,
    var95: at95[index] ?? 0,
    var99: at99[index] ?? 0,
  }));
}

function buildValue(view: DeskView, risk: BookRisk): VarDto {
  const groups = Object.fromEntries(
    RISK_GROUPS.map((group) => [group, serializeTail(risk.groups[group])]),
  ) as Record<RiskGroupName, TailDto>;
  return {
    total: serializeTail(risk.total),
    groups,
    components: listComponents(view, risk),
    scenarios: risk.scenarios,
    days: risk.days,
    sigma: roundDollars(risk.sigma),
  };
}

/** Positions with their stops; positions without a price are omitted. */
export const listStressHoldings = ({ positions }: DeskView): readonly StressHolding[] =>
  positions.flatMap(({ position, instrument, size, currentPrice, stop }) =>
    currentPrice === null
      ? []
      : [
          {
            chain: getChain(instrument),
            size: position.direction === 'LONG' ? size : -size,
            price: currentPrice,
            stop: stop?.price ?? null,
          },
        ],
  );

const FUTURES_SHOWN = 4;
const HUBS_SHOWN = 3;
const paths = new WeakMap<ShockResult, ReadonlyMap<string, ShockPaths>>();
const movers = new WeakMap<ShockResult, StressDto['moves']>();

function getPaths(result: ShockResult): ReadonlyMap<string, ShockPaths> {
  const cached = paths.get(result) ?? new Map(result.paths.map((row) => [row.chain, row]));
  paths.set(result, cached);
  return cached;
}

/** Most affected contracts by median move: percent for futures, $/MWh for power. */
function getMovers(result: ShockResult): StressDto['moves'] {
  const cached = movers.get(result);
  if (cached) return cached;
  const rows = result.paths.map(({ chain, kind, values }) => ({
    chain,
    isPower: kind === 'amount',
    move: computeMedianMove({ kind, values }, result.days) * (kind === 'amount' ? 1 : 100),
  }));
  const largest = rows
    .filter(({ move }) => Math.abs(move) >= 0.5)
    .sort((a, b) => Math.abs(b.move) - Math.abs(a.move));
  const chosen = [
    ...largest.filter(({ isPower }) => !isPower).slice(0, FUTURES_SHOWN),
    ...largest.filter(({ isPower }) => isPower).slice(0, HUBS_SHOWN),
  ];
  movers.set(result, chosen);
  return chosen;
}

/** P&L of holdings under a shock; null if a contract has no simulated path. */
export function serializeStress(
  result: ShockResult,
  holdings: readonly StressHolding[],
): StressDto | null {
  const own = getPaths(result);
  if (holdings.some(({ chain }) => !own.has(chain))) return null;
  const found = computeStressFigures(
    computeStressProfits(holdings, own, result.days),
    result.days,
    result.pairs,
  );
  if (!found) return null;
  return {
    shock: result.shock,
    date: result.date,
    monthDay: result.monthDay,
    profit: roundDollars(found.profit),
    badly: roundDollars(found.badly),
    day: found.day,
    pairs: found.pairs,
    moves: getMovers(result),
  };
}

interface CachedRisk {
  readonly market: MarketRisk;
  readonly wire: RiskDto;
}
const riskByView = new WeakMap<DeskView, CachedRisk>();

/** Risk of a view's account; cached by view and risk inputs. */
export function getRisk(desk: Terminal, view: DeskView): RiskDto {
  const market = desk.risk.getRisk(view.market);
  const cached = riskByView.get(view);
  if (cached?.market === market) return cached.wire;
  const found = computeBookRisk(view, market);
  const holdings = listStressHoldings(view);
  const wire: RiskDto = {
    asOfSeq: view.asOfSeq,
    asOf: formatIsoTime(view.asOfMs),
    source: view.market,
    movesUntil: formatIsoTime(market.untilMs),
    madeAt: formatIsoTime(market.computedMs),
    positions: view.positions.length,
    value: typeof found === 'string' ? null : buildValue(view, found.risk),
    reason: typeof found === 'string' ? found : null,
    stresses: market.shocks.flatMap((result) => serializeStress(result, holdings) ?? []),
    stressReason: market.shocks.length > 0 ? null : market.stressReason,
    sensitivities: serializeSensitivities(market, view),
    sensitivityReason: market.shifts.length > 0 ? null : market.stressReason,
  };
  riskByView.set(view, { market, wire });
  return wire;
}
