// Client address: hops, address families and untrusted claims.
import { describe, expect, it } from 'vitest';
import {
  getClientAddress,
  listInvalidProxies,
  createTrustedProxies,
} from '../../../app/server/http/client-address.server';
import {
  isLoopback,
  getNetworkKey,
  normalizeAddress,
  getVisitorKey,
} from '../../../app/server/http/ip-address.server';
import { readEnv } from '../../../app/server/platform/env.server';

const NONE = createTrustedProxies('');
const LOOPBACK = createTrustedProxies('127.0.0.1, ::1');
const CHAIN = createTrustedProxies('127.0.0.1,10.0.0.0/8,2001:db8:aa::/48');

describe('the client address', () => {
  it.each([
    ['no proxy is listed', '127.0.0.1', '203.0.113.9', NONE, '127.0.0.1'],
    ['the peer is not listed', '198.51.100.7', '203.0.113.9', CHAIN, '198.51.100.7'],
    ['one listed proxy', '127.0.0.1', '203.0.113.9', LOOPBACK, '203.0.113.9'],
    [
      'the visitor wrote hops of its own',
      '127.0.0.1',
      '127.0.0.1, 10.1.1.1, 203.0.113.9',
      CHAIN,
      '203.0.113.9',
    ],
    [
      'several listed hops',
      '127.0.0.1',
      '192.0.2.66, 203.0.113.9, 10.2.3.4, 10.0.0.1',
      CHAIN,
      '203.0.113.9',
    ],
    [
      'listed hops of both families',
      '10.9.9.9',
      '2001:db8:1::5, 2001:db8:aa::7',
      CHAIN,
      '2001:db8:1:0:0:0:0:5',
    ],
    ['the peer as IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:203.0.113.9', LOOPBACK, '203.0.113.9'],
    ['a mapped peer in hexadecimal', '::ffff:7f00:1', '203.0.113.9', LOOPBACK, '203.0.113.9'],
    ['IPv6 loopback', '::1', '2001:db8::1', LOOPBACK, '2001:db8:0:0:0:0:0:1'],
    ['a port behind the address', '127.0.0.1', '203.0.113.9:51234', LOOPBACK, '203.0.113.9'],
    ['brackets and a port', '127.0.0.1', '[2001:db8::1]:443', LOOPBACK, '2001:db8:0:0:0:0:0:1'],
    ['all hops are listed', '127.0.0.1', '10.0.0.5, 10.0.0.1', CHAIN, '10.0.0.5'],
    ['no header from a listed proxy', '127.0.0.1', null, LOOPBACK, '127.0.0.1'],
    ['garbage beside the proxy', '127.0.0.1', '203.0.113.9, unknown', LOOPBACK, null],
    [
      'garbage further left',
      '127.0.0.1',
      "'; DROP TABLE user, 203.0.113.9",
      LOOPBACK,
      '203.0.113.9',
    ],
    ['an empty header', '127.0.0.1', '', LOOPBACK, null],
    ['no address at all', null, '203.0.113.9', LOOPBACK, null],
    ['octets out of range', '127.0.0.1', '203.0.113.999', LOOPBACK, null],
  ])('is right if %s', (_case, peer, header, proxies, wanted) => {
    expect(getClientAddress(peer, header, proxies)).toBe(wanted);
  });

  it('ignores hops beyond the maximum', () => {
    const header = Array.from({ length: 10_000 }, () => '10.0.0.1').join(',');
    expect(getClientAddress('127.0.0.1', header, CHAIN)).toBe('10.0.0.1');
  });

  it('never treats a stranger as local', () => {
    for (const header of ['127.0.0.1', '::1', '127.0.0.1, 203.0.113.9', 'unknown', '']) {
      const isOwn = isLoopback(getClientAddress('198.51.100.7', header, LOOPBACK));
      expect([header, isOwn]).toEqual([header, false]);
    }
    expect(isLoopback(getClientAddress('127.0.0.1', '127.0.0.1, 203.0.113.9', LOOPBACK))).toBe(
      false,
    );
    expect(isLoopback(getClientAddress('127.0.0.1', 'unknown', LOOPBACK))).toBe(false);
  });
});

describe('rate limit keys', () => {
  it('count a /64 as one visitor and a /48 or /24 as one network', () => {
    expect(getVisitorKey('203.0.113.9')).toBe('203.0.113.9');
    expect(getNetworkKey('203.0.113.9')).toBe('203.0.113');
    const one = normalizeAddress('2001:db8:1:2:aaaa::1') ?? '';
    const other = normalizeAddress('2001:db8:1:2:bbbb::9') ?? '';
    expect(getVisitorKey(one)).toBe(getVisitorKey(other));
    expect(getVisitorKey(one)).not.toBe(getVisitorKey(normalizeAddress('2001:db8:1:3::1') ?? ''));
    expect(getNetworkKey(one)).toBe(getNetworkKey(normalizeAddress('2001:db8:1:ffff::1') ?? ''));
  });

  it.each(['', 'x', '1.2.3', '1.2.3.4.5', 'g::1', ':::', '1::2::3'])(
    'reject %o as an address',
    (text) => {
      expect(normalizeAddress(text)).toBeNull();
    },
  );
});

describe('TRUSTED_PROXIES', () => {
  it('accepts addresses and blocks of both families, and is empty by default', () => {
    expect(readEnv({}).TRUSTED_PROXIES).toBe('');
    expect(
      readEnv({
        TRUSTED_PROXIES: '127.0.0.1, ::1, 10.0.0.0/8, 2001:db8::/32, ::ffff:192.0.2.0/120',
      }).TRUSTED_PROXIES,
    ).toContain('10.0.0.0/8');
    expect(createTrustedProxies('::ffff:192.0.2.0/120').has('192.0.2.77')).toBe(true);
  });

  it.each([
    'proxy.example.com',
    '10.0.0.0/33',
    '10.0.0.0/x',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1/8/8',
    '300.1.1.1',
    '127.0.0.1 10.0.0.1',
  ])('rejects %s', (entry) => {
    expect(listInvalidProxies(`127.0.0.1,${entry}`)).toEqual([entry]);
    expect(() => readEnv({ TRUSTED_PROXIES: entry })).toThrow('TRUSTED_PROXIES: ');
  });
});
