// Weather effects by commodity, with direction and reason.

import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { PRICE_DIRECTIONS } from '../../trading/domain/price-direction';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from '../weather/section';
import styles from './radar.module.css';
import type { EffectDto, IntelligenceDto } from '../../contracts/api/weather-intelligence';

interface Impact {
  readonly region: string;
  readonly impact: string;
  readonly effect: EffectDto;
}

const findImpacts = (key: CommodityKey, items: readonly IntelligenceDto[]): Impact[] =>
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
    <Section
      id="impacts"
      title="Commodity impacts"
      text="Commodities affected by current weather news, with reasons."
    >
      {items === null ? (
        <LoadError text={WEATHER_FAILED} />
      ) : items.length === 0 ? (
        <EmptyState reason={reason} />
      ) : (
        <dl className={styles['impacts']}>
          {COMMODITY_KEYS.map((key) => (
            <div key={key}>
              <dt>{COMMODITIES[key].displayName}</dt>
              <Effects impacts={findImpacts(key, items)} />
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

function Effects({ impacts }: { impacts: readonly Impact[] }) {
  if (impacts.length === 0) return <dd className="muted">No market impact</dd>;
  return impacts.map(({ region, impact, effect }) => (
    <dd key={`${region} ${effect.direction}`}>
      <span className={PRICE_DIRECTIONS[effect.direction].tone}>
        {PRICE_DIRECTIONS[effect.direction].label}
      </span>{' '}
      by {region} ({impact}): {effect.because}
    </dd>
  ));
}
