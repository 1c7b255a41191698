import { z } from 'zod';
import { editable, text } from '../fields.ts';

const own = {
  /** One address or a network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
  address: z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
  reason: text(500),
};

export const blockAddressSchema = {
  row: z.object({ ...editable, ...own, address: z.string() }),
  create: z.object({ ...own, reason: own.reason.optional() }),
};
