// The risk of a book as it is sent to pages, programs and sockets: made once for a view, so that
// equal sequence numbers mean equal figures.
import type {
  ComponentDto,
  RiskGroupName,
  RiskDto,
  StressDto,
  TailDto,
  VarDto,
} from '../../contracts/risk';
import type { MarketRisk } from './market-risk';
import { sensitivitiesWire } from './sensitivities.server';
import type { ShockResult } from './market-risk';
import type { Terminal } from '../desk/terminal';
import type { DeskView, PositionRow } from '../../trading/desk';
import { bookId } from '../../trading/domain/book';
import { getChain, getCode, priceNumber } from '../../trading/domain/instrument';
import {
  type BookRisk,
  SCENARIOS_MIN,
  type TailFigures,
  bookRisk,
} from '../../trading/risk/book-risk';
import { roundedParts } from '../../trading/risk/component-var';
import {
  type DailyMoves,
  type Holding,
  RISK_GROUPS,
  getRiskGroup,
  unknownChains,
} from '../../trading/risk/daily-moves';
import {
  type ShockPaths,
  type StressHolding,
  medianMove,
  stressFigures,
  stressProfits,
} from '../../trading/risk/stress';
import { isoMoment } from '../../trading/domain/format';
import { roundDollars } from '../../trading/domain/units';

/** A position in dollars of a move of 1; null while it has no price. */
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

/** The book's risk and its holdings, or why there is none, a sentence. */
export function computeBookRisk(
  view: DeskView,
  { moves, reason }: MarketRisk,
  more: readonly Holding[] = [],
): { readonly risk: BookRisk; readonly holdings: readonly Holding[] } | string {
  const held = view.positions.map((row) => findHolding(row, moves));
  if (moves.size === 0) return reason ?? 'No daily moves of this market are known.';
  if (held.includes(null)) return 'A position has no price yet, so that its risk is not known.';
  const holdings = [...held.filter((holding) => holding !== null), ...more];
  const unknown = unknownChains(holdings, moves);
  if (unknown.length > 0)
    return `No daily moves of ${unknown.join(', ')} are known. ${reason ?? ''}`.trim();
  const risk = bookRisk(holdings, moves);
  return risk
    ? { risk, holdings }
    : `The history has too few days: ${SCENARIOS_MIN} scenarios are wanted.`;
}

export const tailWire = (figures: TailFigures): TailDto => ({
  var95: roundDollars(figures.var95),
  var99: roundDollars(figures.var99),
  es975: roundDollars(figures.es975),
  fiveDayVar95: roundDollars(figures.fiveDayVar95),
  fiveDayVar99: roundDollars(figures.fiveDayVar99),
  fiveDayEs975: roundDollars(figures.fiveDayEs975),
});

/** Parts in dollars that sum to the rounded total to the cent. */
export const partsInCents = (parts: Float64Array, total: number): readonly number[] =>
  roundedParts(
    parts.map((part) => part * 100),
    Math.round(total * 100),
  ).map((part) => part / 100);

function listComponents(view: DeskView, { total, components }: BookRisk): readonly ComponentDto[] {
  const [at95, at99] = [
    partsInCents(components.var95, total.var95),
    partsInCents(components.var99, total.var99),
  ];
  return view.positions.map(({ position, instrument }, place) => ({
    id: position.id,
    commodity: position.commodity,
    contract: getCode(instrument),
    direction: position.direction,
    var95: at95[place] ?? 0,
    var99: at99[place] ?? 0,
  }));
}

function buildValue(view: DeskView, risk: BookRisk): VarDto {
  const groups = Object.fromEntries(
    RISK_GROUPS.map((group) => [group, tailWire(risk.groups[group])]),
  ) as Record<RiskGroupName, TailDto>;
  return {
    total: tailWire(risk.total),
    groups,
    components: listComponents(view, risk),
    scenarios: risk.scenarios,
    days: risk.days,
    sigma: roundDollars(risk.sigma),
  };
}

/**
 * What is held with its stops, for a stress; a position without a price is left out, as the caller
 * has said already.
 */
export function stressHoldings(
  desk: Pick<Terminal, 'state'>,
  view: DeskView,
  userId: string,
): readonly StressHolding[] {
  const orders = Object.values(desk.state().books[bookId(userId, view.mode)]?.orders ?? {});
  return view.positions.flatMap(({ position, instrument, size, currentPrice }) => {
    if (currentPrice === null) return [];
    const stop =
      orders.find(({ purpose, positionId }) => purpose === 'STOP' && positionId === position.id)
        ?.priceTicks ?? null;
    return [
      {
        chain: getChain(instrument),
        size: position.direction === 'LONG' ? size : -size,
        price: currentPrice,
        stop: stop === null ? null : priceNumber(instrument, stop),
      },
    ];
  });
}

const FUTURES_SHOWN = 4;
const HUBS_SHOWN = 3;
const paths = new WeakMap<ShockResult, ReadonlyMap<string, ShockPaths>>();
const movers = new WeakMap<ShockResult, StressDto['moves']>();

function listPaths(result: ShockResult): ReadonlyMap<string, ShockPaths> {
  const known = paths.get(result) ?? new Map(result.paths.map((row) => [row.chain, row]));
  paths.set(result, known);
  return known;
}

/**
 * The chains that a shock moves most, by their median; power by what it costs, beside futures in
 * percent.
 */
function buildMovers(result: ShockResult): StressDto['moves'] {
  const known = movers.get(result);
  if (known) return known;
  const rows = result.paths.map(({ chain, kind, values }) => ({
    chain,
    isPower: kind === 'amount',
    move: medianMove({ kind, values }, result.days) * (kind === 'amount' ? 1 : 100),
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

/** What a shock would do to holdings; null where a chain of theirs has no paths. */
export function stressWire(
  result: ShockResult,
  holdings: readonly StressHolding[],
): StressDto | null {
  const own = listPaths(result);
  if (holdings.some(({ chain }) => !own.has(chain))) return null;
  const found = stressFigures(stressProfits(holdings, own, result.days), result.days, result.pairs);
  if (!found) return null;
  return {
    shock: result.shock,
    date: result.date,
    monthDay: result.monthDay,
    profit: roundDollars(found.profit),
    badly: roundDollars(found.badly),
    day: found.day,
    pairs: found.pairs,
    moves: buildMovers(result),
  };
}

interface Made {
  readonly market: MarketRisk;
  readonly wire: RiskDto;
}
const made = new WeakMap<DeskView, Made>();

/** The risk of a view of a user's book. */
export function riskWire(desk: Terminal, view: DeskView, userId: string): RiskDto {
  const market = desk.risk.of(view.market);
  const known = made.get(view);
  if (known?.market === market) return known.wire;
  const found = computeBookRisk(view, market);
  const holdings = stressHoldings(desk, view, userId);
  const wire: RiskDto = {
    asOfSeq: view.asOfSeq,
    asOf: isoMoment(view.asOfMs),
    source: view.market,
    movesUntil: isoMoment(market.untilMs),
    madeAt: isoMoment(market.madeMs),
    positions: view.positions.length,
    value: typeof found === 'string' ? null : buildValue(view, found.risk),
    reason: typeof found === 'string' ? found : null,
    stresses: market.shocks.flatMap((result) => stressWire(result, holdings) ?? []),
    stressReason: market.shocks.length > 0 ? null : market.stressReason,
    sensitivities: sensitivitiesWire(market, view),
    sensitivityReason: market.shifts.length > 0 ? null : market.stressReason,
  };
  made.set(view, { market, wire });
  return wire;
}
