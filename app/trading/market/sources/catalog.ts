/** All public sources, in list order. */
import type { PublicSource } from './source';

export const PUBLIC_SOURCES: readonly PublicSource[] = [];
