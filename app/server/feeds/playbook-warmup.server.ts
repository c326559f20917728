// Warms up strategies on long bars in small time slices, so that prices are live at once after a
// start.
import type { PumpPorts } from './pump.server';
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
  let isStopped = false;
  let running: Promise<void> | null = null;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimer(resolve, ms));
  const processQueue = async (): Promise<void> => {
    try {
      for (let batch = queue.shift(); batch && !isStopped; batch = queue.shift())
        await publish(batch);
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
  };
  return {
    foldedApart: WARM_UP_LENGTHS,
    add(instruments) {
      if (instruments.length === 0) return;
      queue.push(...WARM_UP_LENGTHS.map((length) => new WarmUpBatch(sources, instruments, length)));
      running ??= processQueue();
    },
    async stop() {
      isStopped = true;
      await running;
    },
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
  readonly contracts: readonly ContractWarmUp[];
  /** End of the last folded bar. */
  private untilMs: EpochMs;

  constructor(
    private readonly sources: WarmUpSources,
    instruments: readonly Instrument[],
    private readonly length: BarLength,
  ) {
    this.contracts = instruments.map((instrument) => {
      const { due, holders } = selectPlaybooks(sources.playbooksOf, instrument);
      const evaluators = due[length];
      return {
        instrument,
        evaluators,
        holders: holders[length],
        rules: Object.fromEntries(
          evaluators.map((evaluator) => [evaluator.row.id, createRuleState(evaluator)]),
        ),
        ends: [],
      };
    });
    this.untilMs = this.getLastEndMs() - WARM_UP_BARS[length] * BAR_MS[length];
  }

  private getLastEndMs(): EpochMs {
    return Math.floor(this.sources.nowMs() / BAR_MS[this.length]) * BAR_MS[this.length];
  }

  /** Folds all completed bars; yields after each unit of work. */
  *foldBars(): Generator<void> {
    while (this.untilMs < this.getLastEndMs()) {
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
