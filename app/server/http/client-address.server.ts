// The address a request comes from: the peer of the connection, or what a trusted proxy reports
// about it.
import { BlockList, isIP, isIPv4 } from 'node:net';

/** A forwarding chain longer than this is not followed further. */
const HOPS_MAX = 32;
const PREFIX_BITS_MAX = { ipv4: 32, ipv6: 128 } as const;

export interface TrustedProxies {
  has(address: string): boolean;
}

const getFamily = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * `::ffff:192.0.2.1` is the IPv4 address 192.0.2.1; a zone such as `%eth0` is left out. Null where
 * the text is no address.
 */
export function plainAddress(text: string): string | null {
  const [address = ''] = text.trim().split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isIPv4(mapped) ? mapped : null;
  if (isIP(address) === 0) return null;
  if (isIPv4(address)) return address;
  const groups = listGroups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped
    ? getIpv4(groups[6] ?? 0, groups[7] ?? 0)
    : groups.map((group) => group.toString(16)).join(':');
}

const getIpv4 = (high: number, low: number): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The eight groups of a valid IPv6 address. */
function listGroups(address: string): number[] {
  const tail = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, before = '', ...bytes] = tail ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  const text = tail
    ? `${before}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
    : address;
  const [left = '', right] = text.split('::');
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [head, end] = [parse(left), parse(right ?? '')];
  return right === undefined
    ? head
    : [...head, ...Array.from({ length: 8 - head.length - end.length }, () => 0), ...end];
}

/**
 * One hop of X-Forwarded-For: an address, with a port where the proxy adds one. Null for anything
 * else.
 */
function hopAddress(hop: string): string | null {
  const text = hop.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1];
  return plainAddress(bracketed ?? withPort ?? text);
}

/**
 * The parts of one entry of TRUSTED_PROXIES, or null where it is neither an address nor a CIDR
 * block.
 */
function findBlock(entry: string): { address: string; bits: number } | null {
  const [text = '', bitsText, ...rest] = entry.trim().split('/');
  const address = plainAddress(text);
  if (address === null || rest.length > 0) return null;
  const most = PREFIX_BITS_MAX[getFamily(address)];
  if (bitsText === undefined) return { address, bits: most };
  const isMapped = text.includes(':') && getFamily(address) === 'ipv4';
  const bits = Number(bitsText) - (isMapped ? PREFIX_BITS_MAX.ipv6 - PREFIX_BITS_MAX.ipv4 : 0);
  // A block of everything would trust whatever any visitor writes.
  return /^\d{1,3}$/.test(bitsText) && bits >= 1 && bits <= most ? { address, bits } : null;
}

const listEntries = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The entries of a TRUSTED_PROXIES setting that cannot be used. */
export const proxyFaults = (list: string): string[] =>
  listEntries(list).filter((entry) => findBlock(entry) === null);

/** The proxies of a TRUSTED_PROXIES setting; entries that cannot be used are left out. */
export function trustedProxies(list: string): TrustedProxies {
  const listed = new BlockList();
  for (const entry of listEntries(list)) {
    const block = findBlock(entry);
    if (block) listed.addSubnet(block.address, block.bits, getFamily(block.address));
  }
  return { has: (address) => listed.check(address, getFamily(address)) };
}

/**
 * The address that limits count by. X-Forwarded-For counts only from a listed proxy: read from the
 * right, the first address that is
 * no listed proxy. Where all hops are listed it is the left-most one. Null where the peer is
 * unknown or a trusted proxy wrote no address.
 */
export function clientAddress(
  peer: string | null,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string | null {
  let address = peer === null ? null : plainAddress(peer);
  if (forwardedFor === null) return address;
  const hops = forwardedFor.split(',').slice(-HOPS_MAX);
  while (address !== null && proxies.has(address) && hops.length > 0)
    address = hopAddress(hops.pop() ?? '');
  return address;
}

export const isLoopback = (address: string | null): boolean =>
  address !== null && /^(127\.|::1$|0:0:0:0:0:0:0:1$|::ffff:127\.)/.test(address);

/**
 * What one visitor can hold: an IPv4 address, or a /64 of IPv6, which one line usually gets whole.
 */
export function visitorKey(address: string): string {
  return isIPv4(address) ? address : groupKey(address, 4);
}

/** The network that an address belongs to: a /24 of IPv4, a /48 of IPv6. */
export function networkKey(address: string): string {
  return isIPv4(address) ? address.split('.').slice(0, 3).join('.') : groupKey(address, 3);
}

const groupKey = (address: string, groups: number): string =>
  isIP(address) === 6
    ? `${listGroups(address)
        .slice(0, groups)
        .map((group) => group.toString(16))
        .join(':')}::`
    : address;
