// Client address: the peer of the connection, or what a trusted proxy reports.
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Hops beyond this are not followed. */
const HOPS_MAX = 32;
const PREFIX_BITS_MAX = { ipv4: 32, ipv6: 128 } as const;

export interface TrustedProxies {
  has(address: string): boolean;
}

const getFamily = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * Normalizes an address: `::ffff:192.0.2.1` becomes IPv4, a zone (`%eth0`) is dropped. Null if
 * invalid.
 */
export function normalizeAddress(text: string): string | null {
  const [address = ''] = text.trim().split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isIPv4(mapped) ? mapped : null;
  if (isIP(address) === 0) return null;
  if (isIPv4(address)) return address;
  const groups = listGroups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped
    ? formatIpv4(groups[6] ?? 0, groups[7] ?? 0)
    : groups.map((group) => group.toString(16)).join(':');
}

const formatIpv4 = (high: number, low: number): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The eight groups of a valid IPv6 address. */
function listGroups(address: string): number[] {
  const tail = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, prefix = '', ...bytes] = tail ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  const text = tail
    ? `${prefix}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
    : address;
  const [left = '', right] = text.split('::');
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [head, end] = [parse(left), parse(right ?? '')];
  return right === undefined
    ? head
    : [...head, ...Array.from({ length: 8 - head.length - end.length }, () => 0), ...end];
}

/** One X-Forwarded-For hop: an address, optionally with a port. Null for anything else. */
function parseHop(hop: string): string | null {
  const text = hop.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1];
  return normalizeAddress(bracketed ?? withPort ?? text);
}

/** Parses one TRUSTED_PROXIES entry; null if neither address nor CIDR block. */
function parseBlock(entry: string): { address: string; bits: number } | null {
  const [text = '', bitsText, ...rest] = entry.trim().split('/');
  const address = normalizeAddress(text);
  if (address === null || rest.length > 0) return null;
  const maxBits = PREFIX_BITS_MAX[getFamily(address)];
  if (bitsText === undefined) return { address, bits: maxBits };
  const isMapped = text.includes(':') && getFamily(address) === 'ipv4';
  const bits = Number(bitsText) - (isMapped ? PREFIX_BITS_MAX.ipv6 - PREFIX_BITS_MAX.ipv4 : 0);
  // A /0 block would trust every visitor.
  return /^\d{1,3}$/.test(bitsText) && bits >= 1 && bits <= maxBits ? { address, bits } : null;
}

const listEntries = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Invalid entries of a TRUSTED_PROXIES setting. */
export const listInvalidProxies = (list: string): string[] =>
  listEntries(list).filter((entry) => parseBlock(entry) === null);

/** Proxies of a TRUSTED_PROXIES setting; invalid entries are ignored. */
export function createTrustedProxies(list: string): TrustedProxies {
  const blocks = new BlockList();
  for (const entry of listEntries(list)) {
    const block = parseBlock(entry);
    if (block) blocks.addSubnet(block.address, block.bits, getFamily(block.address));
  }
  return { has: (address) => blocks.check(address, getFamily(address)) };
}

/**
 * Address that limits count by. X-Forwarded-For counts only from a trusted proxy: read from the
 * right, the first untrusted address, or the left-most if all are trusted. Null if the peer is
 * unknown or a trusted proxy sent no address.
 */
export function getClientAddress(
  peer: string | null,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string | null {
  let address = peer === null ? null : normalizeAddress(peer);
  if (forwardedFor === null) return address;
  const hops = forwardedFor.split(',').slice(-HOPS_MAX);
  while (address !== null && proxies.has(address) && hops.length > 0)
    address = parseHop(hops.pop() ?? '');
  return address;
}

export const isLoopback = (address: string | null): boolean =>
  address !== null && /^(127\.|::1$|0:0:0:0:0:0:0:1$|::ffff:127\.)/.test(address);

/** Rate limit key of one visitor: an IPv4 address, or an IPv6 /64, usually one subscriber. */
export function getVisitorKey(address: string): string {
  return isIPv4(address) ? address : getGroupKey(address, 4);
}

/** Network of an address: IPv4 /24 or IPv6 /48. */
export function getNetworkKey(address: string): string {
  return isIPv4(address) ? address.split('.').slice(0, 3).join('.') : getGroupKey(address, 3);
}

const getGroupKey = (address: string, groups: number): string =>
  isIP(address) === 6
    ? `${listGroups(address)
        .slice(0, groups)
        .map((group) => group.toString(16))
        .join(':')}::`
    : address;
