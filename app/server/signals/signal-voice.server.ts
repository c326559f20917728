// What the networks say of a simulated world at a moment, from its public past alone: fourteen opinions and an outlook.
import { createHash } from 'node:crypto';
import { priceNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { Model } from '../../trading/networks/core/model';
import { readModel } from '../../trading/networks/core/model-file';
import { AsOf } from '../../trading/networks/features/as-of';
import type { NetworkId } from '../../trading/networks/network-spec';
import { type Outlook, outlookOf } from '../../trading/signals/outlook';
import { type SpokenOpinion, speakOf } from '../../trading/signals/speak';
import { SPEAKERS } from '../../trading/signals/speakers';
import type { WorldPast } from './world-past.server';

/** Days of the past that the longest memory of a feature reaches: errors of the weather service a year ago, half a month on either side. */
export const PAST_DAYS = 400;
/** Strips of power cost more to price than all else together: as many days as their networks had behind them at the least in training. */
export const POWER_PAST_DAYS = 60;

export interface Spoken {
  readonly opinions: readonly SpokenOpinion[];
  readonly outlook: Outlook;
}

const FILES = import.meta.glob<string>('../../trading/networks/weights/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The committed weights by network. Throws when a file was changed after it was sealed. */
export function committedModels(): ReadonlyMap<string, Model> {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const models = Object.values(FILES).map((text) => readModel(text, sha256));
  return new Map(models.map((model) => [model.net, model]));
}

export class SignalVoice {
  constructor(
    private readonly past: WorldPast,
    private readonly models: ReadonlyMap<string, Model> = committedModels(),
  ) {}

  /** What is said at a stamp, which may not be before an earlier one. `slotMs` is the publication after which nothing new came. */
  speak(stampMs: EpochMs, slotMs: EpochMs): Spoken {
    this.past.advanceTo(stampMs);
    const view = new AsOf(this.past, stampMs);
    const modelOf = (id: NetworkId): Model => this.modelOf(id);
    const opinions = SPEAKERS.flatMap((speaker) => {
      const month = this.past.monthAt(speaker.chain, stampMs);
      const price = priceNumber(month, this.past.world.lastAt(month, stampMs));
      return (
        speakOf(
          speaker,
          modelOf(speaker.spec.id),
          view,
          { instrumentId: month.id, price, isArithmetic: month.commodity === 'electricity' },
          slotMs,
        ) ?? []
      );
    });
    return { opinions, outlook: outlookOf(modelOf, view) };
  }

  private modelOf(id: NetworkId): Model {
    const model = this.models.get(id);
    if (!model) throw new Error(`there are no weights of ${id}: npm run train makes them`);
    return model;
  }
}
