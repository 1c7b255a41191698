import { z } from 'zod';
import { editable, id, instant } from '../fields.ts';
import { timeZone } from '../time-zone.ts';
import { GRID_MINUTES } from './grid.ts';

const own = {
  /** Preselected for new hours, each of which has its own. */
  timeZone,
  /** Length of a slot in minutes; slots start at multiples of it in local time. */
  gridMinutes: z.literal(GRID_MINUTES),
  /** Slots that start sooner than this are not available. */
  noticeMinutes: z.int().min(0).max(43_200),
  /** Slots that start later than this are not available. */
  horizonDays: z.int().min(1).max(180),
  /** Free minutes after each booking. */
  restMinutes: z.int().min(0).max(120),
  /** Confirms bookings automatically. */
  autoConfirm: z.boolean(),
  /** The longest call that others can request. */
  maxBudgetMinutes: z.int().min(1).max(240),
};

export const producerSettingSchema = {
  row: z.object({
    ...editable,
    ...own,
    timeZone: z.string(),
    gridMinutes: z.int(),
    userId: id,
    availableUntil: instant.nullable(),
  }),
  create: z.object({
    ...own,
    gridMinutes: own.gridMinutes.optional(),
    noticeMinutes: own.noticeMinutes.optional(),
    horizonDays: own.horizonDays.optional(),
    restMinutes: own.restMinutes.optional(),
    autoConfirm: own.autoConfirm.optional(),
    maxBudgetMinutes: own.maxBudgetMinutes.optional(),
  }),
};
