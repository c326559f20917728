// Three users with seeded random commands, who record every result and repeat commands after a
// crash.
import { toCanonicalJson } from '../../app/trading/domain/canonical-json';
import type { Command, CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { PACED_MARKET, PACED_START_MS } from './paced-feed';
import type { ProcessOutput } from './trading-process';

export const USERS = ['ann', 'bob', 'cho'] as const;
const COMMODITIES: readonly CommodityKey[] = ['natural-gas', 'crude-oil', 'corn'];
const CONTRACTS = [
  { id: 'NG', lotsMax: 40, priceTicks: 3000 },
  { id: 'CL', lotsMax: 150, priceTicks: 900 },
  { id: 'CORN', lotsMax: 30, priceTicks: 1800 },
] as const;

type CommandOutput = Extract<ProcessOutput, { type: 'answer' }>;

const getKey = ({ userId, idempotencyKey }: CommandEnvelope): string =>
  `${userId}\n${idempotencyKey ?? ''}`;

/**
 * Uniform random numbers in [0, 1): linear congruential generator of Numerical Recipes, high bits
 * only.
 */
export function createSeededRandomFunction(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 4) / 2 ** 28;
  };
}

export class Traders {
  /** First results by user and key, as canonical text. */
  readonly acknowledged = new Map<
    string,
    { readonly envelope: CommandEnvelope; readonly text: string; readonly result: CommandResult }
  >();
  /** Commands without a result. */
  readonly pending = new Map<string, CommandEnvelope>();
  readonly faults: string[] = [];
  nowMs = PACED_START_MS;
  repeats = 0;
  private readonly heldIds = new Map<
    string,
    { positions: readonly string[]; orders: readonly string[] }
  >();
  private count = 0;

  constructor(
    private readonly random: () => number,
    private readonly keyPrefix = 'key',
  ) {}

  /** Next command of a user: a new one, or sometimes an earlier one with its key. */
  next(userId: string): CommandEnvelope {
    const old =
      this.random() < 0.08
        ? this.pickRandom(
            [...this.acknowledged.values()]
              .slice(-200)
              .filter(({ envelope }) => envelope.userId === userId),
          )
        : undefined;
    if (old) return old.envelope;
    const isFirst = !this.heldIds.has(userId);
    if (isFirst) this.heldIds.set(userId, { positions: [], orders: [] });
    const command = isFirst
      ? ({
          type: 'OpenBook',
          mode: 'simulation',
          market: PACED_MARKET,
          capitalMills: toMills(25_000_000),
        } as const)
      : this.buildCommand(userId);
    const envelope = { userId, command, idempotencyKey: `${this.keyPrefix}-${(this.count += 1)}` };
    this.pending.set(getKey(envelope), envelope);
    return envelope;
  }

  /** Records a result; true for the first one of its key. */
  recordResult({ result, nowMs, positions, orders }: CommandOutput): boolean {
    this.nowMs = Math.max(this.nowMs, nowMs);
    this.heldIds.set(result.envelope.userId, { positions, orders });
    const key = getKey(result.envelope);
    const earlier = this.acknowledged.get(key);
    const text = toCanonicalJson(result);
    if (earlier) {
      this.repeats += 1;
      if (earlier.text !== text)
        this.faults.push(`key ${key}: answered ${earlier.text} first and ${text} later`);
      return false;
    }
    this.pending.delete(key);
    if (result.commandId === '') this.faults.push(`key ${key}: not taken: ${text}`);
    else this.acknowledged.set(key, { envelope: result.envelope, text, result });
    return true;
  }

  /** Commands to repeat after a crash: all unanswered and some answered ones. */
  listRepeats(): CommandEnvelope[] {
    const acknowledged = [...this.acknowledged.values()];
    const some = Array.from(
      { length: Math.min(10, acknowledged.length) },
      () => this.pickRandom(acknowledged)!.envelope,
    );
    return [
      ...this.pending.values(),
      ...some,
      ...acknowledged.slice(-5).map(({ envelope }) => envelope),
    ];
  }

  private pickRandom<T>(rows: readonly T[]): T | undefined {
    return rows[Math.floor(this.random() * rows.length)];
  }

  private buildCommand(userId: string): Command {
    const { positions, orders } = this.heldIds.get(userId) ?? { positions: [], orders: [] };
    const commodity = this.pickRandom([...COMMODITIES, null]) ?? null;
    const at = this.random();
    if (at < 0.4) return this.buildOrder();
    if (at < 0.6)
      return positions.length > 0
        ? { type: 'ClosePosition', positionId: this.pickRandom(positions) ?? '' }
        : this.buildOrder();
    if (at < 0.65) return { type: 'CancelOrder', orderId: this.pickRandom(orders) ?? 'none' };
    if (at < 0.78) return { type: 'StartTrading', commodity };
    if (at < 0.84) return { type: 'StopTrading', commodity };
    if (at < 0.9) return { type: 'CloseTrading', commodity };
    if (at < 0.93)
      return {
        type: 'ChoosePlaybook',
        commodity: commodity ?? 'corn',
        playbookId: this.pickRandom(['MOMENTUM', 'MEAN_REVERSION', 'BREAKOUT', null]) ?? null,
      };
    if (at < 0.95)
      return {
        type: 'SaveSettings',
        settings: {
          ...DEFAULT_SETTINGS,
          riskLevel: this.pickRandom(['moderate', 'aggressive'] as const) ?? 'moderate',
        },
      };
    return at < 0.975
      ? {
          type: 'SelectMode',
          mode: this.pickRandom(['simulation', 'simulation', 'paper'] as const) ?? 'simulation',
        }
      : { type: 'ResetBook' };
  }

  private buildOrder(): Command {
    const { id, lotsMax, priceTicks } = this.pickRandom(CONTRACTS) ?? CONTRACTS[0];
    const orderType =
      this.pickRandom(['MARKET', 'MARKET', 'MARKET', 'LIMIT', 'STOP'] as const) ?? 'MARKET';
    const isProtected = this.random() < 0.5;
    return {
      type: 'PlaceOrder',
      instrumentId: id,
      side: this.random() < 0.5 ? 'BUY' : 'SELL',
      orderType,
      lots: toLots(1 + Math.floor(this.random() * lotsMax)),
      priceTicks:
        orderType === 'MARKET'
          ? null
          : toTicks(Math.round(priceTicks * (0.85 + 0.3 * this.random()))),
      stopDistanceTicks: isProtected ? toTicks(Math.round(priceTicks * 0.01)) : null,
      targetDistanceTicks: isProtected ? toTicks(Math.round(priceTicks * 0.02)) : null,
    };
  }
}
