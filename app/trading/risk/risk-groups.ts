import type { CommodityKey } from '../domain/commodity';

/** Groups of risk reports; they differ from the groups that share a limit. */
export const RISK_GROUPS = ['electricity', 'naturalGas', 'agricultural', 'oil'] as const;
export type RiskGroup = (typeof RISK_GROUPS)[number];

const GROUPS: Readonly<Record<CommodityKey, RiskGroup>> = {
  electricity: 'electricity',
  'natural-gas': 'naturalGas',
  oil: 'oil',
  'crude-oil': 'oil',
  corn: 'agricultural',
  soybeans: 'agricultural',
  wheat: 'agricultural',
  'orange-juice': 'agricultural',
  coffee: 'agricultural',
  cotton: 'agricultural',
};

/** Reporting group of a commodity: all crops together, heating oil and crude oil together. */
export const getRiskGroup = (commodity: CommodityKey): RiskGroup => GROUPS[commodity];
