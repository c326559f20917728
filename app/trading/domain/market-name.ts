/** Names of markets in sentences. */
import { COMMODITIES, type CommodityKey } from './commodity';

/** `PJM Power`, `Natural Gas`; `hub` counts for power only. Power without one is `Electricity`. */
export const getMarketName = (commodity: CommodityKey, hub: string | null): string =>
  commodity === 'electricity' && hub !== null
    ? `${hub} Power`
    : COMMODITIES[commodity].displayName.replace(/ Futures$/, '');
