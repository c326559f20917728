// Made-up hourly bars with inputs for measuring backtests: walks from a seed alone, in columns.
import type { BarColumns, ChainTape } from '../../../trading/backtest/tape';
import { contractInstrument } from '../../../trading/domain/contract';
import { type Instrument, priceNumber } from '../../../trading/domain/instrument';
import { toTicks } from '../../../trading/domain/units';
import { seededRandom } from '../../../trading/random';
import { findChain } from '../../../trading/simulation/chains';
import { CHAINS as FUTURES } from '../../../trading/simulation/prices/chains';
import { BAR_MS, type PlaybookRow } from '../../../trading/strategies/playbook';
import { chainsOfRow } from '../../../server/backtests/world-tapes';
import { BENCH_START_MS } from '../synthetic';

/** Where a strip of power is about, $/MWh. */
const POWER_LEVEL = 60;
/**
 * Largest move of an hour as a ratio of the level, and how strongly a walk returns to it, per bar.
 */
const STEP_RATIO = 0.0075;
const PULL = 0.002;

/** A price that never expires, under the contract's own tick and lot. */
const buildInstrument = (chain: string): Instrument =>
  contractInstrument(findChain(chain).commodity, chain);

/** A walk of so many hours about the usual level of a chain. */
function hourlyBars(instrument: Instrument, count: number): BarColumns {
  const random = seededRandom(`bench ${instrument.id}`);
  const column = (): Float64Array => new Float64Array(count);
  const bars = {
    startsMs: column(),
    endsMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
  };
  const level = Math.round(
    (FUTURES.find(({ id }) => id === instrument.id)?.level ?? POWER_LEVEL) /
      priceNumber(instrument, toTicks(1)),
  );
  const step = Math.max(4, Math.round(level * STEP_RATIO));
  let last = level;
  for (let bar = 0; bar < count; bar += 1) {
    const open = last;
    last = Math.round(
      open + (random.uniform('step', bar) - 0.5) * 2 * step + (level - open) * PULL,
    );
    bars.startsMs[bar] = BENCH_START_MS + bar * BAR_MS['1h'];
    bars.endsMs[bar] = BENCH_START_MS + (bar + 1) * BAR_MS['1h'] - 1;
    bars.open[bar] = open;
    bars.close[bar] = last;
    bars.high[bar] = Math.max(open, last) + Math.round(step / 5);
    bars.low[bar] = Math.min(open, last) - Math.round(step / 5);
  }
  return bars;
}

/** An input that wanders about zero within two, so that rules and gates open and shut. */
function wanderingInput(seed: string, count: number): Float64Array {
  const random = seededRandom(seed);
  let level = 0;
  return Float64Array.from(
    { length: count },
    (_, bar) => (level = 0.97 * level + (random.uniform('input', bar) - 0.5)),
  );
}

/** Hourly histories of so many bars, each chain made once. */
export class HourlyTapes {
  private readonly chains = new Map<
    string,
    { readonly instrument: Instrument; readonly bars: BarColumns }
  >();

  constructor(private readonly count: number) {}

  /** The history of a chain. */
  of(chain: string, inputs: readonly Float64Array[] = []): ChainTape {
    const instrument = buildInstrument(chain);
    const known = this.chains.get(chain) ?? {
      instrument,
      bars: hourlyBars(instrument, this.count),
    };
    this.chains.set(chain, known);
    return { chain, months: [{ ...known, inputs }] };
  }

  /**
   * What a playbook is run over: the first of its chains, or both legs, with inputs of their own.
   */
  ofRow(row: PlaybookRow): readonly ChainTape[] {
    const chains = row.legs === null ? chainsOfRow(row).slice(0, 1) : chainsOfRow(row);
    const inputs = row.inputs.map((id) => wanderingInput(`${row.id} ${id}`, this.count));
    return chains.map((chain) => this.of(chain, inputs));
  }
}
