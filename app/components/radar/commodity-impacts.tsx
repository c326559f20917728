// The feed turned round: for each commodity where the weather pushes its price, and why.

import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { Empty, Failed, Part, WEATHER_FAILED } from '../weather/part';
import styles from './radar.module.css';
import type { EffectDto, IntelligenceDto } from '../../contracts/api/weather';

const DIRECTIONS = {
  UP: { word: '▲ bullish', tone: 'up' },
  DOWN: { word: '▼ bearish', tone: 'down' },
  MIXED: { word: '◆ mixed', tone: 'warn' },
} as const;

interface Impact {
  readonly region: string;
  readonly impact: string;
  readonly effect: EffectDto;
}

const impactsOn = (key: CommodityKey, items: readonly IntelligenceDto[]): Impact[] =>
  items.flatMap(({ region, impact, effects }) =>
    effects
      .filter(({ commodity }) => commodity === key)
      .map((effect) => ({ region, impact, effect })),
  );

export function CommodityImpacts({
  items,
  reason,
}: {
  items: readonly IntelligenceDto[] | null;
  reason: string | null;
}) {
  return (
    <Part
      id="impacts"
      title="Commodity impacts"
      text="Commodities affected by current weather news, with reasons."
    >
      {items === null ? (
        <Failed text={WEATHER_FAILED} />
      ) : items.length === 0 ? (
        <Empty reason={reason} />
      ) : (
        <dl className={styles['impacts']}>
          {COMMODITY_KEYS.map((key) => (
            <div key={key}>
              <dt>{COMMODITIES[key].displayName}</dt>
              <Effects impacts={impactsOn(key, items)} />
            </div>
          ))}
        </dl>
      )}
    </Part>
  );
}

function Effects({ impacts }: { impacts: readonly Impact[] }) {
  if (impacts.length === 0) return <dd className="muted">No market impact</dd>;
  return impacts.map(({ region, impact, effect }) => (
    <dd key={`${region} ${effect.direction}`}>
      <span className={DIRECTIONS[effect.direction].tone}>{DIRECTIONS[effect.direction].word}</span>{' '}
      by {region} ({impact}): {effect.because}
    </dd>
  ));
}
