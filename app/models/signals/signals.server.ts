// Signals as they are told to pages, programs and sockets: one maker of each shape, from what is
// frozen in the desk and the user's risk level.
import type { SignalsDto } from '../../contracts/signals';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import type { CommodityKey } from '../../trading/domain/commodity';
import { formatDate, isoMoment } from '../../trading/domain/format';
import { type Instrument, getCode, priceNumber } from '../../trading/domain/instrument';
import type { LogRecord } from '../../trading/domain/record';
import type { RiskLevel } from '../../trading/domain/settings';
import type { FrozenSignal, ScoredSignal, SignalTally } from '../../trading/domain/signal-facts';
import { SCORE_LATE_MS } from '../../trading/engine/signals';
import type { DeskState } from '../../trading/engine/state';
import { NETWORKS } from '../../trading/networks/registry';
import { DEMOTION_DAYS, DEMOTION_EVIDENCE, DEMOTION_LEVEL } from '../../trading/signals/demotion';
import { tallyKey } from '../../trading/signals/ledger';
import { signalNames, getSignal } from '../../trading/signals/signal';
import { FORECAST_MODELS } from '../../trading/signals/forecast-models';
import { BIN_EDGES, computeMeanBriers, poolScores } from '../../trading/signals/tally';
import type {
  ReliabilityDto,
  ScoreDto,
  ScoredDto,
  SignalLedgerDto,
  SignalDto,
} from '../../contracts/api/signals';
import type { SignalCell } from '../../contracts/api/book';
import { MINUTE_MS } from '../../trading/domain/time';

const RIVAL_NAMES = {
  even: 'even chances',
  momentum: 'the trend of a month',
  seasonal: 'the season',
} as const;

const demotionText = (tally: SignalTally | undefined): string | null =>
  tally?.demoted ? demotionWords(tally.network, tally.demoted) : null;

const demotionWords = (network: string, demoted: NonNullable<SignalTally['demoted']>): string =>
  `${network} demoted to HOLD on ${formatDate(demoted.atMs, 'UTC')}: below benchmark (${RIVAL_NAMES[demoted.rival]}) over ${demoted.days} days.`;

const listed = (state: DeskState, market: string, id: string): Instrument | null =>
  state.listings[market]?.[id] ?? null;

/** The order in which chains are told: hubs of power first, then as the networks name them. */
const PLACES: ReadonlyMap<string, number> = new Map(
  FORECAST_MODELS.map(({ chain }, place) => [chain, place]),
);
const byPlace = (a: { readonly chain: string }, b: { readonly chain: string }): number =>
  (PLACES.get(a.chain) ?? 0) - (PLACES.get(b.chain) ?? 0);

interface Told {
  readonly frozen: FrozenSignal;
  readonly wire: SignalDto;
}

const told = new WeakMap<DeskView, readonly Told[]>();

/** What is in force at a view's moment: a signal that has ended is none. */
function inForce(desk: Pick<Terminal, 'state'>, view: DeskView): readonly Told[] {
  const known = told.get(view);
  if (known) return known;
  const state = desk.state();
  const rows = Object.values(state.signals.inForce)
    .filter(({ market, expiresMs }) => market === view.market && expiresMs > view.asOfMs)
    .sort(byPlace);
  const made = rows.flatMap((frozen) => {
    const instrument = listed(state, frozen.market, frozen.instrumentId);
    return instrument
      ? [{ frozen, wire: signalWire(state, frozen, instrument, view.settings.riskLevel) }]
      : [];
  });
  told.set(view, made);
  return made;
}

function signalWire(
  state: DeskState,
  frozen: FrozenSignal,
  instrument: Instrument,
  riskLevel: DeskView['settings']['riskLevel'],
): SignalDto {
  const lost = demotionText(state.signals.tallies[tallyKey(frozen)]);
  const signal = getSignal(frozen, instrument, riskLevel, lost !== null);
  const {
    region,
    symbol,
    word,
    confidence,
    targetPrice,
    low,
    high,
    price,
    chanceUp,
    reasoning,
    commodity,
    network,
  } = signal;
  const onTick = (value: number): number => Number(value.toFixed(instrument.tick.decimals));
  return {
    region,
    symbol,
    signal: word,
    confidence,
    targetPrice: onTick(targetPrice),
    reasoning,
    commodity,
    network,
    contract: getCode(instrument),
    price,
    low: onTick(low),
    high: onTick(high),
    chanceUp,
    asOf: isoMoment(frozen.madeMs),
    expiresAt: isoMoment(frozen.expiresMs),
    hasSkill: frozen.hasSkill && lost === null,
    verdict: lost ?? frozen.verdict,
    market: frozen.market,
  };
}

/** All signals in force for a user's book, and why there are none or no newer ones. */
export function signalsWire(desk: Pick<Terminal, 'state' | 'signals'>, view: DeskView): SignalsDto {
  return {
    rows: inForce(desk, view).map(({ wire }) => wire),
    reason: desk.signals().reason,
    networks: NETWORKS.length,
  };
}

/**
 * The strongest signal of a commodity: BUY and SELL before HOLD, then the surest; null while there
 * is none.
 */
export function signalCell(
  desk: Pick<Terminal, 'state'>,
  view: DeskView,
  commodity: CommodityKey,
): SignalCell | null {
  const own = inForce(desk, view)
    .map(({ wire }) => wire)
    .filter((wire) => wire.commodity === commodity);
  const [best] = [...own].sort(
    (a, b) =>
      Number(b.signal !== 'HOLD') - Number(a.signal !== 'HOLD') || b.confidence - a.confidence,
  );
  if (!best) return null;
  const { signal, confidence, targetPrice, region } = best;
  return { signal, confidence, targetPrice, hub: own.length > 1 ? region : null };
}

/** How many signals say BUY or SELL; null while no network speaks. */
export function autoSignals(desk: Pick<Terminal, 'state'>, view: DeskView): number | null {
  const rows = inForce(desk, view);
  return rows.length === 0 ? null : rows.filter(({ wire }) => wire.signal !== 'HOLD').length;
}

/** The ledger of the market that a view is of. */
export function signalLedger(
  desk: Pick<Terminal, 'state' | 'signals'>,
  view: DeskView,
): SignalLedgerDto {
  const state = desk.state();
  const tallies = Object.values(state.signals.tallies)
    .filter(({ market }) => market === view.market)
    .sort(byPlace);
  const { spokenMs, tookMs, memoryMb } = desk.signals();
  return {
    ...signalsWire(desk, view),
    market: view.market,
    waiting: state.signals.pending.filter(({ market }) => market === view.market).length,
    scored: state.signals.scored
      .filter(({ market }) => market === view.market)
      .flatMap((signal) => scoredWire(state, signal) ?? []),
    totals: [...new Set(tallies.map(({ network }) => network))].map((network) =>
      scoreWire(network, null, poolScores(tallies.filter((tally) => tally.network === network))),
    ),
    byMarket: tallies.map((tally) => marketScore(state, tally)),
    reliability: buildReliability(tallies),
    rule: {
      level: DEMOTION_LEVEL,
      days: DEMOTION_DAYS,
      evidence: DEMOTION_EVIDENCE,
      lateMinutes: SCORE_LATE_MS / MINUTE_MS,
    },
    spoken:
      spokenMs === null || tookMs === null || memoryMb === null
        ? null
        : { at: isoMoment(spokenMs), tookMs, memoryMb },
  };
}

const OUTCOMES = new Map<number | null, ScoredDto['outcome']>([
  [1, 'rose'],
  [0, 'fell'],
  [0.5, 'stood'],
]);

function scoredWire(state: DeskState, signal: ScoredSignal): ScoredDto | null {
  const instrument = listed(state, signal.market, signal.instrumentId);
  if (!instrument) return null;
  return {
    symbol: signalNames(instrument).symbol,
    network: signal.network,
    contract: getCode(instrument),
    commodity: instrument.commodity,
    madeAt: isoMoment(signal.madeMs),
    expiredAt: isoMoment(signal.expiresMs),
    chanceUp: signal.chanceUp,
    price: priceNumber(instrument, signal.priceTicks),
    priceThen: priceNumber(instrument, signal.thenTicks),
    outcome: OUTCOMES.get(signal.outcome) ?? null,
    brier: signal.brier,
  };
}

type Sums = ReturnType<typeof poolScores>;

function scoreWire(
  network: string,
  symbol: string | null,
  sums: Sums,
  trust: Pick<ScoreDto, 'verdict' | 'isDemoted'> = { verdict: null, isDemoted: false },
): ScoreDto {
  const { count, voids, hits, sided, logLoss } = sums;
  const means = computeMeanBriers(sums);
  return {
    network,
    symbol,
    count,
    voids,
    hits,
    sided,
    brier: means?.own ?? null,
    logLoss: count === 0 ? null : logLoss / count,
    rivals: means?.rivals ?? null,
    ...trust,
  };
}

function marketScore(state: DeskState, tally: SignalTally): ScoreDto {
  const known = Object.values(state.signals.inForce).find(
    ({ market, chain }) => market === tally.market && chain === tally.chain,
  );
  const lost = demotionText(tally);
  return scoreWire(tally.network, getSymbol(state, tally), tally, {
    verdict: lost ?? known?.verdict ?? null,
    isDemoted: lost !== null,
  });
}

/** The name by which programs know a chain. */
function getSymbol(
  state: DeskState,
  { market, chain }: Pick<SignalTally, 'market' | 'chain'>,
): string {
  const instrument = Object.values(state.listings[market] ?? {}).find(
    (one) => one.id === chain || one.contract?.chain === chain,
  );
  return instrument ? signalNames(instrument).symbol : chain;
}

function buildReliability(tallies: readonly SignalTally[]): readonly ReliabilityDto[] {
  const edges = [0, ...BIN_EDGES, 1];
  return poolScores(tallies).bins.map(({ count, stated, came }, place) => ({
    from: edges[place] ?? 0,
    until: edges[place + 1] ?? 1,
    count,
    stated: count === 0 ? null : stated / count,
    came: count === 0 ? null : came / count,
  }));
}

/** A change of a signal, or a demotion, in words for the notification log. */
export function signalNotice(
  desk: Pick<Terminal, 'state'>,
  record: Extract<LogRecord, { type: 'SignalFrozen' | 'NetworkDemoted' }>,
  riskLevel: RiskLevel,
): { readonly title: string; readonly description: string } {
  const state = desk.state();
  if (record.type === 'NetworkDemoted') {
    const { network, rival, days } = record.payload;
    return {
      title: `${getSymbol(state, record.payload)}: HOLD`,
      description: demotionWords(network, { atMs: record.atMs, rival, days }),
    };
  }
  const { payload, seq, atMs } = record;
  const instrument = listed(state, payload.market, payload.instrumentId);
  if (!instrument) return { title: payload.chain, description: `${payload.network} has spoken.` };
  const { symbol, word, reasoning } = getSignal(
    { ...payload, seq, madeMs: atMs },
    instrument,
    riskLevel,
    false,
  );
  return { title: `${symbol}: ${word}`, description: reasoning };
}
