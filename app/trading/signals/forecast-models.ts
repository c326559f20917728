/** The four price networks and their fourteen chains. */
import { COMMODITIES } from '../domain/commodity';
import { DIRECTION_NETWORKS } from '../networks/registry';
import type { NetworkSpec } from '../networks/network-spec';

export interface ForecastModel {
  readonly spec: NetworkSpec;
  /** Input of the network: a hub for power, else the chain. */
  readonly subject: string;
  readonly chain: string;
}

/** One entry per chain, power hubs first. */
export const FORECAST_MODELS: readonly ForecastModel[] = DIRECTION_NETWORKS.flatMap((spec) =>
  spec.subjects.map((subject) => ({
    spec,
    subject,
    chain: spec.id === 'PowerNet' ? `${COMMODITIES.electricity.symbolPrefix}-${subject}` : subject,
  })),
);
