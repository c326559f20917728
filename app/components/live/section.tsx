// Renders a part of a screen with its newest data; only this part renders again.
import type { ReactNode } from 'react';
import type { SectionData, SectionName } from '../../contracts/sections';
import type { CommodityKey } from '../../trading/domain/commodity';
import { useSection } from './use-section';

interface SectionProps<N extends SectionName> {
  readonly name: N;
  readonly loaded: SectionData[N];
  readonly commodity: CommodityKey;
  /** Range of the contract chart. */
  readonly range?: string;
  readonly children: (data: SectionData[N]) => ReactNode;
}

export const Section = <N extends SectionName>({
  name,
  loaded,
  commodity,
  range = '',
  children,
}: SectionProps<N>) => <>{children(useSection(name, loaded, { commodity, range }))}</>;
