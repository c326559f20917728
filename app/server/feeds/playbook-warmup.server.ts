// Warms up strategies on long bars in small time slices, so that prices are live at once after a
// start.
import type { PumpPorts } from './pump.server';
import type { MarketCache } from './market-cache.server';
import type { WarmUpReader, PumpWorld } from './simulated-pump.server';
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import type { EngineEvent } from '../../trading/engine/event';
import {
  createRuleState,
  appendBarEnd,
  selectPlaybooks,
  foldRules,
} from '../../trading/engine/playbook-folding';
import type { InstrumentMarket } from '../../trading/engine/state';
import {
  BAR_MS,
  type BarLength,
  type Evaluator,
  WARM_UP_BARS,
} from '../../trading/strategies/playbook';

/** Bars and inputs of the warm-up. */
export interface WarmUpSources {
  readonly market: string;
  readonly playbooksOf: EngineConfig['listPlaybooks'];
  readonly world: Pick<PumpWorld, 'barAt' | 'listedFromMs'>;
  readonly getInputs: (length: BarLength, atMs: EpochMs) => Readonly<Record<string, number>>;
  /** Current desk time. */
  readonly nowMs: () => EpochMs;
  /** Monotonic time, for slice lengths. */
  readonly elapsedMs: () => number;
  /** States of an earlier process. */
  readonly cache: MarketCache<readonly StoredContract[]>;
}

/** States of a contract's strategies on bars of one length, after their warm-up. */
export interface StoredContract {
  readonly id: string;
  readonly length: BarLength;
  /** End of the last folded bar. */
  readonly untilMs: EpochMs;
  readonly rules: InstrumentMarket['rules'];
  readonly ends: readonly EpochMs[];
}

export interface PlaybookWarmUp extends WarmUpReader {
  stop(): Promise<void>;
}

/**
 * Bar lengths warmed up here; 15m strategies use the bars that every start publishes. Hours are
 * quick, so they come first.
 */
const WARM_UP_LENGTHS: readonly BarLength[] = ['1h', '1d'];
/** Maximum time of a slice, and pause for other work. */
const SLICE_MS = 8;
const PAUSE_MS = 8;
const FULL_QUEUE_MS = 5;

export function createPlaybookWarmUp(
  sources: WarmUpSources,
  { runner, setTimer, onFault }: Required<Omit<PumpPorts, 'monotonicMs'>>,
): PlaybookWarmUp {
  const queue: WarmUpBatch[] = [];
  const results = new Map(
    (sources.cache.read() ?? []).map((stored) => [buildResultKey(stored), stored]),
  );
  let isStopped = false;
  let running: Promise<void> | null = null;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimer(resolve, ms));
  const processQueue = async (): Promise<void> => {
    try {
      for (let batch = queue.shift(); batch && !isStopped; batch = queue.shift())
        await publish(batch);
      if (!isStopped) await storeResults();
    } catch (error) {
      onFault(error instanceof Error ? error : new Error(String(error)));
    } finally {
      running = null;
    }
  };
  const publish = async (batch: WarmUpBatch): Promise<void> => {
    let sliceStartMs = sources.elapsedMs();
    for (const _step of batch.foldBars()) {
      if (isStopped) return;
      if (sources.elapsedMs() - sliceStartMs < SLICE_MS) continue;
      await pause(PAUSE_MS);
      sliceStartMs = sources.elapsedMs();
    }
    for (const contract of batch.contracts) {
      while (!isStopped && !runner.offer(batch.buildEvent(contract))) await pause(FULL_QUEUE_MS);
      await pause(0);
    }
    for (const result of batch.listResults()) results.set(buildResultKey(result), result);
  };
  const storeResults = (): Promise<void> => {
    for (const [key, { length, untilMs }] of results)
      if (untilMs < getFirstEndMs(sources, length)) results.delete(key);
    return sources.cache.write([...results.values()].filter(isFaultless));
  };
  return {
    foldedApart: WARM_UP_LENGTHS,
    add(added) {
      // A feed of other servers has no strategies.
      const instruments = added.filter(
        ({ commodity }) => sources.playbooksOf(commodity).length > 0,
      );
      if (instruments.length === 0) return;
      queue.push(
        ...WARM_UP_LENGTHS.flatMap((length) =>
          createBatches(sources, instruments, length, (id) =>
            results.get(buildResultKey({ id, length })),
          ),
        ),
      );
      running ??= processQueue();
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

const buildResultKey = ({ id, length }: Pick<StoredContract, 'id' | 'length'>): string =>
  `${length} ${id}`;

/** A strategy that failed starts over in the next process. */
const isFaultless = ({ rules }: StoredContract): boolean =>
  Object.values(rules).every(({ fault }) => fault === undefined);

const getLastEndMs = ({ nowMs }: WarmUpSources, length: BarLength): EpochMs =>
  Math.floor(nowMs() / BAR_MS[length]) * BAR_MS[length];

/** Where a warm-up without stored states begins. */
const getFirstEndMs = (sources: WarmUpSources, length: BarLength): EpochMs =>
  getLastEndMs(sources, length) - WARM_UP_BARS[length] * BAR_MS[length];

/** One batch of all contracts that continue at the same moment. */
function createBatches(
  sources: WarmUpSources,
  instruments: readonly Instrument[],
  length: BarLength,
  findStored: (id: string) => StoredContract | undefined,
): WarmUpBatch[] {
  const firstMs = getFirstEndMs(sources, length);
  const byStart = new Map<EpochMs, ContractWarmUp[]>();
  for (const instrument of instruments) {
    const stored = findStored(instrument.id);
    const isUsable = stored !== undefined && stored.untilMs >= firstMs;
    const startMs = isUsable ? stored.untilMs : firstMs;
    const contract = createContractWarmUp(sources, instrument, length, isUsable ? stored : null);
    byStart.set(startMs, [...(byStart.get(startMs) ?? []), contract]);
  }
  return [...byStart].map(
    ([startMs, contracts]) => new WarmUpBatch(sources, contracts, length, startMs),
  );
}

function createContractWarmUp(
  { playbooksOf }: WarmUpSources,
  instrument: Instrument,
  length: BarLength,
  stored: StoredContract | null,
): ContractWarmUp {
  const { due, holders } = selectPlaybooks(playbooksOf, instrument);
  const evaluators = due[length];
  return {
    instrument,
    evaluators,
    holders: holders[length],
    rules:
      stored?.rules ??
      Object.fromEntries(
        evaluators.map((evaluator) => [evaluator.row.id, createRuleState(evaluator)]),
      ),
    ends: stored?.ends ?? [],
  };
}

/** Warm-up state of one contract. */
interface ContractWarmUp {
  readonly instrument: Instrument;
  readonly evaluators: readonly Evaluator[];
  /** Playbooks that may hold the contract, for the bar ends to keep. */
  readonly holders: readonly Evaluator[];
  rules: InstrumentMarket['rules'];
  ends: readonly EpochMs[];
}

/**
 * Warm-up of some contracts on bars of one length. They advance in step, so that inputs are
 * computed once.
 */
class WarmUpBatch {
  constructor(
    private readonly sources: WarmUpSources,
    readonly contracts: readonly ContractWarmUp[],
    private readonly length: BarLength,
    /** End of the last folded bar. */
    private untilMs: EpochMs,
  ) {}

  listResults(): StoredContract[] {
    const { length, untilMs } = this;
    return this.contracts.map(({ instrument, rules, ends }) => ({
      id: instrument.id,
      length,
      untilMs,
      rules,
      ends,
    }));
  }

  /** Folds all completed bars; yields after each unit of work. */
  *foldBars(): Generator<void> {
    while (this.untilMs < getLastEndMs(this.sources, this.length)) {
      const endMs = this.untilMs + BAR_MS[this.length];
      const inputs = this.sources.getInputs(this.length, endMs - 1);
      yield;
      for (const contract of this.contracts) {
        this.foldBar(contract, endMs, inputs);
        yield;
      }
      this.untilMs = endMs;
    }
  }

  private foldBar(
    contract: ContractWarmUp,
    endMs: EpochMs,
    inputs: Readonly<Record<string, number>>,
  ): void {
    const { world } = this.sources;
    const startMs = endMs - BAR_MS[this.length];
    if (startMs < world.listedFromMs(contract.instrument)) return;
    const bar = world.barAt(contract.instrument, startMs, BAR_MS[this.length]);
    contract.rules = foldRules(
      contract.rules,
      contract.evaluators,
      contract.instrument,
      bar,
      (id) => inputs[id] ?? NaN,
    );
    contract.ends = appendBarEnd(contract.ends, bar, contract.holders);
  }

  /** Folds the bars completed since, then builds the event. */
  buildEvent(contract: ContractWarmUp): EngineEvent {
    for (const _step of this.foldBars()) continue;
    const { instrument, rules, ends } = contract;
    const { market, nowMs } = this.sources;
    return {
      type: 'PlaybooksWarmedUp',
      market,
      instrumentId: instrument.id,
      rules,
      barEnds: { [this.length]: ends },
      atMs: nowMs(),
    };
  }
}
