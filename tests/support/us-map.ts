// Draws state outlines from the US atlas, one path each, in a 975 x 610 Albers frame.
import { geoPath } from 'd3-geo';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { presimplify, quantile, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Atlas = Topology<{ states: GeometryCollection<{ name: string }> }>;

export const ATLAS = createRequire(import.meta.url)('us-atlas/states-albers-10m.json') as Atlas;

/** Fraction of vertices after simplification, by triangle area. */
const VERTEX_FRACTION = 0.35;

/** SVG sprite: `us-states.svg#s48` is Texas. Stroke widths do not scale. */
export function buildUsStatesSprite(): string {
  const weighted = presimplify(ATLAS);
  const states = feature(
    simplify(weighted, quantile(weighted, VERTEX_FRACTION)),
    ATLAS.objects.states,
  );
  const draw = geoPath().digits(1);
  const paths = [...states.features]
    .sort((a, b) => String(a.id).localeCompare(String(b.id)))
    .map(
      (state) =>
        `<path id="s${String(state.id)}" vector-effect="non-scaling-stroke" d="${draw(state) ?? ''}"/>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 975 610">\n${paths.join('\n')}\n</svg>\n`;
}
