/** The four price networks and their fourteen chains. */
import { COMMODITIES } from '../domain/commodity';
import { NETWORKS } from '../networks/registry';
import type { NetworkId, NetworkSpec } from '../networks/network-spec';

const DIRECTION_NETWORKS: readonly NetworkId[] = ['PowerNet', 'GasNet', 'PetroNet', 'AgNet'];

export interface ForecastModel {
  readonly spec: NetworkSpec;
  /** Input of the network: a hub for power, else the chain. */
  readonly subject: string;
  readonly chain: string;
}

/** One entry per chain, power hubs first. */
export const FORECAST_MODELS: readonly ForecastModel[] = NETWORKS.filter(({ id }) =>
  DIRECTION_NETWORKS.includes(id),
).flatMap((spec) =>
  spec.subjects.map((subject) => ({
    spec,
    subject,
    chain: spec.id === 'PowerNet' ? `${COMMODITIES.electricity.symbolPrefix}-${subject}` : subject,
  })),
);
