import ipaddr from 'ipaddr.js';

/** Whether a URL points to this machine or its network. */
export function isPrivate(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (/^(.+\.)?localhost$/.test(host)) return true;
  const range = ipaddr.isValid(host) ? ipaddr.process(host).range() : '';
  return ['loopback', 'private', 'linkLocal', 'uniqueLocal'].includes(range);
}

/** Whether an IP address is public: not of this machine, its network, a link, a test range, or a tunnel to those. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
