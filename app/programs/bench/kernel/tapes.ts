// Synthetic hourly bars and inputs for backtest benchmarks, derived from a seed.
import type { BarColumns, ChainTape } from '../../../trading/backtest/tape';
import { createContractInstrument } from '../../../trading/domain/contract';
import { type Instrument, toPriceNumber } from '../../../trading/domain/instrument';
import { toTicks } from '../../../trading/domain/units';
import { createSeededRandom } from '../../../trading/random';
import { findChain } from '../../../trading/simulation/chains';
import { FUTURES_CHAINS as FUTURES } from '../../../trading/simulation/prices/futures-chains';
import { BAR_MS, type PlaybookRow } from '../../../trading/strategies/playbook';
import { getPlaybookChains } from '../../../server/backtests/world-tapes';
import { BENCH_START_MS } from '../synthetic';

/** Level of power strips, $/MWh. */
const POWER_LEVEL = 60;
/** Maximum hourly move as a ratio of the level, and mean reversion per bar. */
const STEP_RATIO = 0.0075;
const REVERSION = 0.002;

/** A continuous instrument without expiry, with the contract's tick and lot. */
const buildInstrument = (chain: string): Instrument =>
  createContractInstrument(findChain(chain).commodity, chain);

/** A column that all threads read without a copy. */
const createSharedColumn = (count: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));

/** Mean-reverting random walk of `count` hours around the chain's typical level. */
function buildHourlyBars(instrument: Instrument, count: number): BarColumns {
  const random = createSeededRandom(`bench ${instrument.id}`);
  const bars = {
    startsMs: createSharedColumn(count),
    endsMs: createSharedColumn(count),
    open: createSharedColumn(count),
    high: createSharedColumn(count),
    low: createSharedColumn(count),
    close: createSharedColumn(count),
  };
  const level = Math.round(
    (FUTURES.find(({ id }) => id === instrument.id)?.level ?? POWER_LEVEL) /
      toPriceNumber(instrument, toTicks(1)),
  );
  const step = Math.max(4, Math.round(level * STEP_RATIO));
  let last = level;
  for (let bar = 0; bar < count; bar += 1) {
    const open = last;
    last = Math.round(
      open + (random.uniform('step', bar) - 0.5) * 2 * step + (level - open) * REVERSION,
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

/** AR(1) input within about ±2, so that entry conditions switch on and off. */
function buildRandomInput(seed: string, count: number): Float64Array {
  const random = createSeededRandom(seed);
  let level = 0;
  const column = createSharedColumn(count);
  for (let bar = 0; bar < count; bar += 1)
    column[bar] = level = 0.97 * level + (random.uniform('input', bar) - 0.5);
  return column;
}

/** Hourly histories, cached per chain. */
export class HourlyTapes {
  private readonly chains = new Map<
    string,
    { readonly instrument: Instrument; readonly bars: BarColumns }
  >();

  constructor(private readonly count: number) {}

  getChainTape(chain: string, inputs: readonly Float64Array[] = []): ChainTape {
    const instrument = buildInstrument(chain);
    const history = this.chains.get(chain) ?? {
      instrument,
      bars: buildHourlyBars(instrument, this.count),
    };
    this.chains.set(chain, history);
    return { chain, months: [{ ...history, inputs }] };
  }

  /** Tapes of a strategy: its first chain, or both legs, with its own inputs. */
  getTapes(row: PlaybookRow): readonly ChainTape[] {
    const chains = row.legs === null ? getPlaybookChains(row).slice(0, 1) : getPlaybookChains(row);
    const inputs = row.inputs.map((id) => buildRandomInput(`${row.id} ${id}`, this.count));
    return chains.map((chain) => this.getChainTape(chain, inputs));
  }
}
