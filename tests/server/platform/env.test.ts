// Settings: safe defaults, and errors with a remedy.
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError, readEnv } from '../../../app/server/platform/env.server';
import { ROOT } from '../../support/source-files';

const getFaults = (source: Record<string, string>): string => {
  try {
    readEnv(source);
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
};

describe('the settings', () => {
  it('have defaults for everything but secrets', () => {
    const settings = readEnv({});
    expect(settings).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      FRONTMONTH_USER: 'trader',
      FEED: 'simulated',
      MARKET_TIME_ZONE: 'America/New_York',
      LIVE_TRADING: 'off',
      ANALYTICS: 'on',
      PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
      isHttps: false,
      SESSION_IDLE_MINUTES: 480,
      SESSION_MINUTES_MAX: 1440,
    });
    expect([settings.FRONTMONTH_PASSWORD, settings.MASTER_KEY, settings.METRICS_TOKEN]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('treat an empty value as not set', () => {
    expect(readEnv({ PORT: '', FRONTMONTH_PASSWORD: '', HISTORY_DIR: '' })).toMatchObject({
      PORT: 3000,
    });
  });

  it('list every invalid one', () => {
    const message = getFaults({
      PORT: 'eighty',
      FEED: 'tape',
      MARKET_TIME_ZONE: 'Mars/Olympus',
      MASTER_KEY: 'short',
      PUBLIC_ORIGIN: 'https://desk.example.com/path/',
      LIVE_TRADING: 'maybe',
    });
    for (const name of [
      'PORT',
      'FEED',
      'MARKET_TIME_ZONE',
      'MASTER_KEY',
      'PUBLIC_ORIGIN',
      'LIVE_TRADING',
    ])
      expect(message).toContain(`  ${name}: `);
    expect(message).toContain('.env.example');
    expect(message).not.toContain('short');
  });

  it.each([
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '3000.5' }, 'PORT'],
    [{ HOST: 'http://here' }, 'HOST'],
    [{ FEED: 'replay' }, 'HISTORY_DIR'],
    [{ SESSION_IDLE_MINUTES: '90', SESSION_MINUTES_MAX: '60' }, 'SESSION_IDLE_MINUTES'],
    [{ LIVE_TRADING: 'on', PUBLIC_ORIGIN: 'http://desk.example.com' }, 'PUBLIC_ORIGIN'],
    [{ MASTER_KEY: 'too short' }, 'MASTER_KEY'],
    [{ DESK_NAME: 'a' }, 'DESKS_DIR'],
    [{ DESK_NAME: 'Upper', DESKS_DIR: './desks' }, 'DESK_NAME'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:b@127.0.0.1' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'no value' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_SERVICE_NAME: 'two words' }, 'OTEL_SERVICE_NAME'],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG'],
  ])('%j is rejected for %s', (source, name) => {
    expect(getFaults(source as Record<string, string>)).toContain(name);
  });

  it.each([
    [{ PORT: '4000' }, ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000']],
    [
      { HOST: '0.0.0.0', PORT: '4000' },
      [
        'http://0.0.0.0:4000',
        'http://127.0.0.1:4000',
        'http://localhost:4000',
        'http://[::1]:4000',
      ],
    ],
    [{ HOST: '192.0.2.7' }, ['http://192.0.2.7:3000']],
    [{ HOST: '::1', PORT: '80' }, ['http://[::1]', 'http://127.0.0.1', 'http://localhost']],
    [{ PUBLIC_ORIGIN: 'https://desk.example.com' }, ['https://desk.example.com']],
  ])('%j allows forms from %j', (source, origins) => {
    expect(readEnv(source).origins).toEqual(origins);
  });

  it.each([
    ['https://example.com/desk', 'https://example.com', '/desk'],
    ['https://example.com:8443/trade/desk-2', 'https://example.com:8443', '/trade/desk-2'],
    ['http://127.0.0.1:3000/desk', 'http://127.0.0.1:3000', '/desk'],
    ['https://desk.example.com', 'https://desk.example.com', ''],
  ])('take %s as the origin %s with the path "%s"', (PUBLIC_ORIGIN, origin, basePath) => {
    expect(readEnv({ PUBLIC_ORIGIN })).toMatchObject({ PUBLIC_ORIGIN, basePath });
    expect(readEnv({ PUBLIC_ORIGIN }).origins).toContain(origin);
  });

  it.each([
    'https://example.com/',
    'https://example.com/desk/',
    'https://example.com//desk',
    'https://example.com/a//b',
    'https://example.com/../desk',
    'https://example.com/desk.app',
    'https://example.com/d%65sk',
    'https://example.com/desk?x=1',
    'https://example.com/desk#top',
    'https://example.com/my desk',
    'https://example.com/1/2/3/4/5',
    'https://example.com:443/desk',
    'https://user@example.com/desk',
    'https://Example.com/desk',
    'ftp://example.com/desk',
    'example.com/desk',
    '/desk',
  ])('reject the public address %s with an example', (PUBLIC_ORIGIN) => {
    expect(getFaults({ PUBLIC_ORIGIN })).toContain(
      'PUBLIC_ORIGIN: must be an address such as https://desk.example.com or https://example.com/desk:',
    );
  });

  it('read the headers of the collector', () => {
    const list = 'Authorization=Basic%20abc%3D, X-Tenant=desk';
    expect(readEnv({ OTEL_EXPORTER_OTLP_HEADERS: list }).OTEL_EXPORTER_OTLP_HEADERS).toEqual({
      Authorization: 'Basic abc=',
      'X-Tenant': 'desk',
    });
    expect(readEnv({}).OTEL_EXPORTER_OTLP_HEADERS).toEqual({});
  });

  it('allow live trading below a path of an https address', () => {
    const settings = { LIVE_TRADING: 'on', PUBLIC_ORIGIN: 'https://example.com/desk' };
    expect(readEnv(settings).isHttps).toBe(true);
  });

  it('are all described in .env.example', () => {
    const described = [
      ...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm),
    ].map((match) => match[1]);
    const known = Object.keys(readEnv({})).filter((name) => name === name.toUpperCase());
    expect(described).toEqual(expect.arrayContaining(known));
    const optional = ['FRONTMONTH_PASSWORD', 'MASTER_KEY', 'HISTORY_DIR', 'METRICS_TOKEN'];
    expect(described.filter((name) => !known.includes(name ?? ''))).toEqual(
      expect.arrayContaining(optional),
    );
  });
});
