// Rendered degree days: each reason for a missing chart of model runs has its own text.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DegreeDaysSection } from '../../../app/components/weather/degree-days-section';
import { buildRunsPart } from '../../../app/models/weather/runs-part.server';
import {
  getRecentRuns,
  serializeDegreeDays,
} from '../../../app/models/weather/serialize-almanac.server';
import type { WeatherReader } from '../../../app/trading/weather/archive-reader';
import { DAY_MS } from '../../../app/trading/domain/time';
import { NOW, createWeatherDesk } from '../../support/weather-desk';

/** Degree days of a desk, with the runs that `select` keeps. */
function renderSection(
  select: (issuedMs: number, cell: string) => boolean,
  isRunsFailed = false,
): string {
  const desk = createWeatherDesk();
  const listRuns: WeatherReader['listRuns'] = (cell, ...span) =>
    desk.weather.listRuns(cell, ...span).filter(({ issuedMs }) => select(issuedMs, cell));
  const findRun: WeatherReader['findRun'] = (cell, knownMs, back = 0) =>
    listRuns(cell, -Infinity, Infinity, knownMs).at(-1 - back) ?? null;
  const part = { ...desk, weather: { ...desk.weather, listRuns, findRun } };
  const degreeDays = serializeDegreeDays({ desk: part, reason: null });
  const html = renderToStaticMarkup(
    createElement(DegreeDaysSection, {
      degreeDays,
      runs: isRunsFailed ? null : buildRunsPart(degreeDays, getRecentRuns(part), []),
      isRunsFailed,
      chart: null,
      reason: null,
      nowMs: NOW,
      timeZone: 'UTC',
    }),
  );
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

const TODAY = Date.UTC(2026, 10, 21);

describe('the chart of model runs', () => {
  it('needs two runs, and states so for one alone', () => {
    const text = renderSection((issuedMs) => issuedMs === TODAY);
    expect(text).toContain('No earlier complete run covers these days: a chart needs two runs.');
    expect(text).toContain('vs last run N/A No earlier complete run of these days.');
    expect(text).toContain('No complete run issued 24 h before.');
    expect(renderSection(() => true)).not.toContain('a chart needs two runs');
  });

  it('has figures after a gap of runs, and names the days that a change covers', () => {
    const renderGap = (days: number) =>
      renderSection((issuedMs) => issuedMs === TODAY || issuedMs <= TODAY - days * DAY_MS);
    const short = renderGap(6);
    expect(short).toContain('No chart: the run before covers only 8 of these 14 days.');
    expect(short).toMatch(/vs last run \+[\d.]+ days in both runs: 8 /);
    for (const text of [short, renderGap(14)])
      expect(text).not.toContain('No run of all weighted places has been published yet.');
    expect(renderGap(14)).toContain('a chart needs two runs');
    expect(renderGap(1)).toMatch(
      /vs last run \+[\d.]+ days in both runs: 13 vs yesterday’s run \+[\d.]+ days in both runs: 13 /,
    );
  });

  it('states that no run is complete, and that it failed', () => {
    const incomplete = renderSection((_, cell) => cell !== 'NYC');
    expect(incomplete).toContain('No run of all weighted places has been published yet.');
    expect(incomplete).not.toContain('a chart needs two runs');
    expect(incomplete).toContain('vs last run N/A No complete run yet.');
    const failed = renderSection(() => true, true);
    expect(failed).toContain('Failed to fetch weather data');
    expect(failed).not.toContain('a chart needs two runs');
    expect(failed).toContain('vs last run N/A Not available.');
  });
});
