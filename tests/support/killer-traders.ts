// Three users who trade by seeded dice, remember every answer they got, and ask again after each
// crash.
import { canonicalJson } from '../../app/trading/domain/canonical';
import type { Command, CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { PACED_MARKET, PACED_START_MS } from './paced-feed';
import type { Said } from './trading-process';

export const USERS = ['ann', 'bob', 'cho'] as const;
const COMMODITIES: readonly CommodityKey[] = ['natural-gas', 'crude-oil', 'corn'];
const CONTRACTS = [
  { id: 'NG', lotsMax: 40, priceTicks: 3000 },
  { id: 'CL', lotsMax: 150, priceTicks: 900 },
  { id: 'CORN', lotsMax: 30, priceTicks: 1800 },
] as const;

type Answer = Extract<Said, { said: 'answer' }>;

const getKey = ({ userId, idempotencyKey }: CommandEnvelope): string =>
  `${userId}\n${idempotencyKey ?? ''}`;

/** Uniform dice in [0, 1): the generator of Numerical Recipes, whose high bits alone are used. */
export function seededDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 4) / 2 ** 28;
  };
}

export class Traders {
  /** First answers by user and key, as canonical text. */
  readonly acknowledged = new Map<
    string,
    { readonly envelope: CommandEnvelope; readonly text: string; readonly result: CommandResult }
  >();
  /** Sent and not answered. */
  readonly pending = new Map<string, CommandEnvelope>();
  readonly faults: string[] = [];
  nowMs = PACED_START_MS;
  repeats = 0;
  private readonly held = new Map<
    string,
    { positions: readonly string[]; orders: readonly string[] }
  >();
  private count = 0;

  constructor(
    private readonly roll: () => number,
    private readonly keyPrefix = 'key',
  ) {}

  /** The user's next command: a new one, or now and then an old one under its old key. */
  next(userId: string): CommandEnvelope {
    const old =
      this.roll() < 0.08
        ? this.pick(
            [...this.acknowledged.values()]
              .slice(-200)
              .filter(({ envelope }) => envelope.userId === userId),
          )
        : undefined;
    if (old) return old.envelope;
    const isFirst = !this.held.has(userId);
    if (isFirst) this.held.set(userId, { positions: [], orders: [] });
    const command = isFirst
      ? ({
          type: 'OpenBook',
          mode: 'simulation',
          market: PACED_MARKET,
          capitalMills: toMills(25_000_000),
        } as const)
      : this.command(userId);
    const envelope = { userId, command, idempotencyKey: `${this.keyPrefix}-${(this.count += 1)}` };
    this.pending.set(getKey(envelope), envelope);
    return envelope;
  }

  /** Notes an answer; true when it is the first one to its key. */
  hear({ result, nowMs, positions, orders }: Answer): boolean {
    this.nowMs = Math.max(this.nowMs, nowMs);
    this.held.set(result.envelope.userId, { positions, orders });
    const key = getKey(result.envelope);
    const known = this.acknowledged.get(key);
    const text = canonicalJson(result);
    if (known) {
      this.repeats += 1;
      if (known.text !== text)
        this.faults.push(`key ${key}: answered ${known.text} first and ${text} later`);
      return false;
    }
    this.pending.delete(key);
    if (result.commandId === '') this.faults.push(`key ${key}: not taken: ${text}`);
    else this.acknowledged.set(key, { envelope: result.envelope, text, result });
    return true;
  }

  /**
   * What a careful client asks again after a crash: all that was never answered, and some of what
   * was.
   */
  askAgain(): CommandEnvelope[] {
    const known = [...this.acknowledged.values()];
    const some = Array.from(
      { length: Math.min(10, known.length) },
      () => this.pick(known)!.envelope,
    );
    return [...this.pending.values(), ...some, ...known.slice(-5).map(({ envelope }) => envelope)];
  }

  private pick<T>(rows: readonly T[]): T | undefined {
    return rows[Math.floor(this.roll() * rows.length)];
  }

  private command(userId: string): Command {
    const { positions, orders } = this.held.get(userId) ?? { positions: [], orders: [] };
    const commodity = this.pick([...COMMODITIES, null]) ?? null;
    const at = this.roll();
    if (at < 0.4) return this.order();
    if (at < 0.6)
      return positions.length > 0
        ? { type: 'ClosePosition', positionId: this.pick(positions) ?? '' }
        : this.order();
    if (at < 0.65) return { type: 'CancelOrder', orderId: this.pick(orders) ?? 'none' };
    if (at < 0.78) return { type: 'StartTrading', commodity };
    if (at < 0.84) return { type: 'StopTrading', commodity };
    if (at < 0.9) return { type: 'CloseTrading', commodity };
    if (at < 0.93)
      return {
        type: 'ChoosePlaybook',
        commodity: commodity ?? 'corn',
        playbookId: this.pick(['MOMENTUM', 'MEAN_REVERSION', 'BREAKOUT', null]) ?? null,
      };
    if (at < 0.95)
      return {
        type: 'SaveSettings',
        settings: {
          ...DEFAULT_SETTINGS,
          riskLevel: this.pick(['moderate', 'aggressive'] as const) ?? 'moderate',
        },
      };
    return at < 0.975
      ? {
          type: 'SelectMode',
          mode: this.pick(['simulation', 'simulation', 'paper'] as const) ?? 'simulation',
        }
      : { type: 'ResetBook' };
  }

  private order(): Command {
    const { id, lotsMax, priceTicks } = this.pick(CONTRACTS) ?? CONTRACTS[0];
    const orderType =
      this.pick(['MARKET', 'MARKET', 'MARKET', 'LIMIT', 'STOP'] as const) ?? 'MARKET';
    const isProtected = this.roll() < 0.5;
    return {
      type: 'PlaceOrder',
      instrumentId: id,
      side: this.roll() < 0.5 ? 'BUY' : 'SELL',
      orderType,
      lots: toLots(1 + Math.floor(this.roll() * lotsMax)),
      priceTicks:
        orderType === 'MARKET'
          ? null
          : toTicks(Math.round(priceTicks * (0.85 + 0.3 * this.roll()))),
      stopDistanceTicks: isProtected ? toTicks(Math.round(priceTicks * 0.01)) : null,
      targetDistanceTicks: isProtected ? toTicks(Math.round(priceTicks * 0.02)) : null,
    };
  }
}
