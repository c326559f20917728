// Faults of public sources: pace, egress, parsers and versions of values.
import type { PlantedFault } from './faults';

const COLLECTOR_TEST = 'tests/server/feeds/public/source-collector.test.ts';
const EGRESS_TEST = 'tests/server/feeds/public/egress.test.ts';
const SETTLED_DAYS = 'app/trading/market/settled-days.ts';
const SETTLED_MOVES_TEST = 'tests/trading/risk/settled-moves.test.ts';
const STORE_TEST = 'tests/models/public-data/publications.test.ts';

export const SOURCE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a source is asked again within its gap',
    file: 'app/trading/market/sources/pace.ts',
    find: 'pace.lastRequestMs + limits.gapMs',
    replace: 'pace.lastRequestMs',
    caughtBy: ['tests/trading/market/sources/pace.test.ts'],
  },
  {
    name: 'a source is asked while its breaker is open',
    file: 'app/trading/market/sources/pace.ts',
    find: 'atMs: pace.breaker?.untilMs ?? -Infinity',
    replace: 'atMs: -Infinity',
    caughtBy: ['tests/trading/market/sources/pace.test.ts'],
  },
  {
    name: 'Retry-After of a source is ignored',
    file: 'app/trading/market/sources/pace.ts',
    find: 'retryAfterMs === null ? null : nowMs + Math.min(retryAfterMs, RETRY_AFTER_MS_MAX)',
    replace: 'null',
    caughtBy: ['tests/trading/market/sources/pace.test.ts'],
  },
  {
    name: 'a source may exceed its requests of a day',
    file: 'app/trading/market/sources/pace.ts',
    find: 'countRequests(pace, nowMs) >= limits.requestsPerDayMax',
    replace: 'false',
    caughtBy: ['tests/trading/market/sources/pace.test.ts'],
  },
  {
    name: 'a restart forgets the wait of a source',
    file: 'app/server/feeds/public/source-collector.server.ts',
    find: 'this.options.store.savePace(this.options.source.id, pace);',
    replace: '',
    caughtBy: [COLLECTOR_TEST],
  },
  {
    name: 'a refused answer of a source is repeated at once',
    file: 'app/server/feeds/public/source-collector.server.ts',
    find: 'return nowMs < triedMs + (this.options.source.retryMs ?? RETRY_MS);',
    replace: 'return false;',
    caughtBy: [COLLECTOR_TEST],
  },
  {
    name: 'a redirect of a source may lead anywhere',
    file: 'app/server/feeds/public/egress.server.ts',
    find: 'if (!source.hosts.includes(url.hostname))',
    replace: 'if (url.hostname === source.name)',
    caughtBy: [EGRESS_TEST],
  },
  {
    name: 'a redirect of a source gets the key',
    file: 'app/server/feeds/public/egress.server.ts',
    find: 'headers: redirects === 0 ? { ...headers, ...authorized?.headers } : headers,',
    replace: 'headers: { ...headers, ...authorized?.headers },',
    caughtBy: [EGRESS_TEST],
  },
  {
    name: 'the key of a source stays in its answers',
    file: 'app/server/feeds/public/egress.server.ts',
    find: 'return redactAnswer(answer, redaction);',
    replace: 'return answer;',
    caughtBy: [EGRESS_TEST],
  },
  {
    name: 'an answer of a source has no size limit',
    file: 'app/server/feeds/public/egress.server.ts',
    find: 'if (bytes > BODY_BYTES_MAX) {',
    replace: 'if (bytes < 0) {',
    caughtBy: [EGRESS_TEST],
  },
  {
    name: 'an HTML page of a source is read as data',
    file: 'app/trading/market/sources/answer.ts',
    find: "throw new RefusedAnswer('the answer is an HTML page');",
    replace: 'return text;',
    caughtBy: ['tests/trading/market/sources/answer.test.ts'],
  },
  {
    name: 'a value of a source out of bounds is stored',
    file: 'app/trading/market/sources/answer.ts',
    find: 'if (!Number.isFinite(value) || value < min || value > max)',
    replace: 'if (!Number.isFinite(value))',
    caughtBy: ['tests/trading/market/sources/answer.test.ts'],
  },
  {
    name: 'a revision of a source replaces the earlier value',
    file: 'app/models/public-data/publications.server.ts',
    find: 'INSERT INTO published_value (series_id, valid_ms, published_ms, publication_id, value)',
    replace:
      'INSERT OR REPLACE INTO published_value (series_id, valid_ms, published_ms, publication_id, value)',
    also: [
      {
        file: 'app/models/public-data/publications.server.ts',
        find: 'if (known?.published_ms !== publishedMs) return publishedMs;',
        replace: 'if (known) return known.published_ms;',
      },
    ],
    caughtBy: [STORE_TEST],
  },
  {
    name: 'a source may publish in the future',
    file: 'app/models/public-data/publications.server.ts',
    find: 'statedMs !== null && statedMs <= fetchedMs ? statedMs : fetchedMs;',
    replace: 'statedMs ?? fetchedMs;',
    caughtBy: [STORE_TEST],
  },
  {
    name: 'the repeated autumn hour of a source is lost',
    file: 'app/trading/market/sources/power-prices.ts',
    find: 'const moment = moments.find((ms) => ms > previousMs);',
    replace: 'const moment = moments[0];',
    caughtBy: ['tests/trading/market/sources/power-prices.test.ts'],
  },
  {
    name: 'the missing rain of a source is zero',
    file: 'app/trading/weather/archive-rows.ts',
    find: 'rainInches: hasRain ? sums.rainInches : null,',
    replace: 'rainInches: sums.rainInches,',
    caughtBy: ['tests/trading/weather/missing-figures.test.ts'],
  },
  {
    name: 'RUN ALL starts a commodity without prices',
    file: 'app/trading/engine/commands.ts',
    find: 'COMMODITY_KEYS.filter((key) => !explainUntraded(key))',
    replace: 'COMMODITY_KEYS',
    caughtBy: ['tests/trading/engine/start-refusals.test.ts'],
  },
  {
    name: 'a storm is shown before its advisory is public',
    file: 'app/trading/weather/storms.ts',
    find: 'publishedMs <= knownMs',
    replace: 'publishedMs < Infinity',
    caughtBy: ['tests/trading/weather/storms.test.ts'],
  },
  {
    name: 'the condition of a crop is that of one grade',
    file: 'app/trading/market/sources/nass/condition.ts',
    find: 'value: value + other.value }',
    replace: 'value }',
    caughtBy: ['tests/trading/market/sources/nass.test.ts'],
  },
  {
    name: 'stocks of crude oil are those of gas',
    file: 'app/trading/market/stock-weeks.ts',
    find: "getStockSeries(stock, 'level')",
    replace: "getStockSeries('gas', 'level')",
    caughtBy: ['tests/trading/weather/almanac.test.ts'],
  },
  {
    name: 'a roll counts as a daily move',
    file: SETTLED_DAYS,
    find: 'month.rollMs <= previousMs + DAY_MS',
    replace: 'month.rollMs <= dayMs + DAY_MS',
    caughtBy: [SETTLED_MOVES_TEST],
  },
  {
    name: 'risk is computed from prices of long ago',
    file: SETTLED_DAYS,
    find: 'lastDayMs >= getMidnight(knownMs) - CURRENT_DAYS * DAY_MS',
    replace: 'lastDayMs > 0',
    caughtBy: [SETTLED_MOVES_TEST],
  },
];
