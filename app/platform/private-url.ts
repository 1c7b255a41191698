import ipaddr from 'ipaddr.js';

/** Whether a URL points to this machine or its network. */
export function isPrivate(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (/^(.+\.)?localhost$/.test(host)) return true;
  const range = ipaddr.isValid(host) ? ipaddr.process(host).range() : '';
  return ['loopback', 'private', 'linkLocal', 'uniqueLocal'].includes(range);
}

/** Unicast addresses of IPv6 that are assigned: https://www.iana.org/assignments/ipv6-address-space */
const ASSIGNED = ipaddr.IPv6.parseCIDR('2000::/3');
/** Of public ranges, but answered within a cloud: Azure's service for its machines. */
const OF_CLOUDS = ['168.63.129.16'];

/** Whether an IP address is public: not of this machine, its network, a link, a test range, or a tunnel to those. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast' || OF_CLOUDS.includes(ip.toString())) return false;
  return ip instanceof ipaddr.IPv4 || ip.match(ASSIGNED);
}
