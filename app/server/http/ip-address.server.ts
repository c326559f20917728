// Normal form of an IP address, and the groups of addresses that limits count.
import { isIP, isIPv4 } from 'node:net';

export const getFamily = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

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
