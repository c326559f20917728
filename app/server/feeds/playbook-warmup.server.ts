// Folds the past of playbooks on long bars beside the desk, in small slices, so that a start has
// prices at once and its playbooks as soon as half a year of days is read.
import type { PumpPorts } from './pump.server';
import type { PastReader, PumpedWorld } from './simulated-pump.server';
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import type { EngineEvent } from '../../trading/engine/event';
import {
  createRuleState,
  endsAfter,
  listEvaluators,
  foldRules,
} from '../../trading/engine/folding';
import type { InstrumentMarket } from '../../trading/engine/state';
import {
  BAR_MS,
  type BarLength,
  type Evaluator,
  WARM_UP_BARS,
} from '../../trading/strategies/playbook';

/** What the past is made of: bars of a world and what was known when they ended. */
export interface PastSources {
  readonly market: string;
  readonly playbooksOf: EngineConfig['playbooksOf'];
  readonly world: Pick<PumpedWorld, 'barAt' | 'listedFromMs'>;
  readonly inputsAt: (length: BarLength, atMs: EpochMs) => Readonly<Record<string, number>>;
  /** Desk time as of now. */
  readonly nowMs: () => EpochMs;
  /** Monotonic time, for how long a slice has worked. */
  readonly elapsedMs: () => number;
}

export interface PlaybookPast extends PastReader {
  stop(): Promise<void>;
}

/**
 * Bars whose playbooks are folded here; those on quarters follow from the bars that a start shows
 * anyway. Hours are read in a moment, so they come first.
 */
const FOLDED_APART: readonly BarLength[] = ['1h', '1d'];
/** How long the process may be kept from its callers, and how long it is left to them. */
const SLICE_MS = 8;
const PAUSE_MS = 8;
const FULL_QUEUE_MS = 5;

export function playbookPast(
  sources: PastSources,
  { runner, later, onFault }: Required<Omit<PumpPorts, 'monotonicMs'>>,
): PlaybookPast {
  const queue: Past[] = [];
  let isStopped = false;
  let running: Promise<void> | null = null;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));
  const work = async (): Promise<void> => {
    try {
      for (let past = queue.shift(); past && !isStopped; past = queue.shift()) await show(past);
    } catch (error) {
      onFault(error instanceof Error ? error : new Error(String(error)));
    } finally {
      running = null;
    }
  };
  const show = async (past: Past): Promise<void> => {
    let sinceMs = sources.elapsedMs();
    for (const _step of past.steps()) {
      if (isStopped) return;
      if (sources.elapsedMs() - sinceMs < SLICE_MS) continue;
      await pause(PAUSE_MS);
      sinceMs = sources.elapsedMs();
    }
    for (const reading of past.readings) {
      while (!isStopped && !runner.offer(past.eventOf(reading))) await pause(FULL_QUEUE_MS);
      await pause(0);
    }
  };
  return {
    foldedApart: FOLDED_APART,
    add(instruments) {
      if (instruments.length === 0) return;
      queue.push(...FOLDED_APART.map((length) => new Past(sources, instruments, length)));
      running ??= work();
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** One contract with the playbooks that are read, as far as they are. */
interface Reading {
  readonly instrument: Instrument;
  readonly evaluators: readonly Evaluator[];
  rules: InstrumentMarket['rules'];
  ends: readonly EpochMs[];
}

/**
 * The past of some contracts by bars of one length: they walk through time together, so that inputs
 * are made once for all.
 */
class Past {
  readonly readings: readonly Reading[];
  /** End of the last bar taken. */
  private untilMs: EpochMs;

  constructor(
    private readonly sources: PastSources,
    instruments: readonly Instrument[],
    private readonly length: BarLength,
  ) {
    this.readings = instruments.map((instrument) => {
      const evaluators = listEvaluators(sources.playbooksOf, instrument).filter(
        ({ row }) => row.bar === length,
      );
      return {
        instrument,
        evaluators,
        rules: Object.fromEntries(
          evaluators.map((evaluator) => [evaluator.row.id, createRuleState(evaluator)]),
        ),
        ends: [],
      };
    });
    this.untilMs = this.lastEndMs() - WARM_UP_BARS[length] * BAR_MS[length];
  }

  private lastEndMs(): EpochMs {
    return Math.floor(this.sources.nowMs() / BAR_MS[this.length]) * BAR_MS[this.length];
  }

  /** Takes all bars that have ended; yields after every piece of work. */
  *steps(): Generator<void> {
    while (this.untilMs < this.lastEndMs()) {
      const endMs = this.untilMs + BAR_MS[this.length];
      const inputs = this.sources.inputsAt(this.length, endMs - 1);
      yield;
      for (const reading of this.readings) {
        this.take(reading, endMs, inputs);
        yield;
      }
      this.untilMs = endMs;
    }
  }

  private take(reading: Reading, endMs: EpochMs, inputs: Readonly<Record<string, number>>): void {
    const { world } = this.sources;
    const startMs = endMs - BAR_MS[this.length];
    if (startMs < world.listedFromMs(reading.instrument)) return;
    const bar = world.barAt(reading.instrument, startMs, BAR_MS[this.length]);
    reading.rules = foldRules(
      reading.rules,
      reading.evaluators,
      reading.instrument,
      bar,
      (id) => inputs[id] ?? NaN,
    );
    reading.ends = endsAfter(reading.ends, bar, reading.evaluators);
  }

  /**
   * What is told to the desk now: what was read a moment ago may lack a bar that has ended since.
   */
  eventOf(reading: Reading): EngineEvent {
    for (const _step of this.steps()) continue;
    const { instrument, rules, ends } = reading;
    const { market, nowMs } = this.sources;
    return {
      type: 'PlaybooksFolded',
      market,
      instrumentId: instrument.id,
      rules,
      barEnds: { [this.length]: ends },
      atMs: nowMs(),
    };
  }
}
