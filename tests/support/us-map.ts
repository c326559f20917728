// Draws the outlines of the states from the atlas: one path each, in the frame of 975 by 610 into
// which Albers' projection for the USA is scaled.
import { geoPath } from 'd3-geo';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { presimplify, quantile, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Atlas = Topology<{ states: GeometryCollection<{ name: string }> }>;

export const ATLAS = createRequire(import.meta.url)('us-atlas/states-albers-10m.json') as Atlas;

/** The share of corners that is kept, those of the largest triangles: finer than a screen shows. */
const KEPT = 0.35;

/** The sprite: `us-states.svg#s48` is Texas. Strokes keep their width at any size. */
export function usStatesSprite(): string {
  const weighted = presimplify(ATLAS);
  const states = feature(simplify(weighted, quantile(weighted, KEPT)), ATLAS.objects.states);
  const draw = geoPath().digits(1);
  const paths = [...states.features]
    .sort((a, b) => String(a.id).localeCompare(String(b.id)))
    .map(
      (state) =>
        `<path id="s${String(state.id)}" vector-effect="non-scaling-stroke" d="${draw(state) ?? ''}"/>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 975 610">\n${paths.join('\n')}\n</svg>\n`;
}
