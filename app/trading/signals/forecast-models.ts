/** Who speaks of which price: the four networks of direction and their fourteen chains. */
import { COMMODITIES } from '../domain/commodity';
import { NETWORKS } from '../networks/registry';
import type { NetworkId, NetworkSpec } from '../networks/network-spec';

const DIRECTION: readonly NetworkId[] = ['PowerNet', 'GasNet', 'PetroNet', 'AgNet'];

export interface ForecastModel {
  readonly spec: NetworkSpec;
  /** What the network is asked about: a hub for power, else the chain itself. */
  readonly subject: string;
  readonly chain: string;
}

/** Every chain with its speaker, hubs of power first. */
export const FORECAST_MODELS: readonly ForecastModel[] = NETWORKS.filter(({ id }) =>
  DIRECTION.includes(id),
).flatMap((spec) =>
  spec.subjects.map((subject) => ({
    spec,
    subject,
    chain: spec.id === 'PowerNet' ? `${COMMODITIES.electricity.symbolPrefix}-${subject}` : subject,
  })),
);
