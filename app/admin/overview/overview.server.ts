import { type CallsOverTime, callsOverTime } from '#app/call-health/over-time.server.ts';
import type { Span } from '#app/call-health/spans.ts';
import { listRows } from '#app/entities/crud/crud.server.ts';
import { hasDemo } from '#app/entities/demo.server.ts';
import type { Column } from '#app/entities/entity-view.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { listApprovals } from '#app/payments/holds/approval.server.ts';
import { db } from '#app/platform/database.server.ts';
import { countLiveRooms } from '#app/rooms/live-rooms.server.ts';
import { ADMIN_ENTITIES, adminEntity } from '../admin-entity.server.ts';
import { firstSteps } from '../first-steps/first-steps.server.ts';
import type { StepState } from '../first-steps/steps.ts';
import { type ListRow, listedRows } from '../list/list.server.ts';
import type { EntitySection } from '../sections.ts';
import { type Titles, titlesIn } from '../titles/titles.server.ts';

const LATEST = '5';

export type Latest = {
  section: EntitySection;
  columns: readonly Column[];
  rows: ListRow[];
  titles: Titles;
};

export type Overview = {
  counts: { section: EntitySection; count: number }[];
  liveRooms: number;
  /** Earnings of suspended streamers that await an administrator's decision. */
  approvals: Awaited<ReturnType<typeof listApprovals>>;
  latest: Latest[];
  /** Whether the site still has demo content. */
  hasDemo: boolean;
  /** Of setting up the site. */
  steps: StepState[];
  calls: CallsOverTime;
};

/** Data of the administration's start page. */
export async function overview(viewer: SignedIn, span: Span): Promise<Overview> {
  const counts = ADMIN_ENTITIES.map(async ({ name, table }) => ({
    section: name,
    count: await db.$count(table),
  }));
  return {
    counts: await Promise.all(counts),
    liveRooms: await countLiveRooms(),
    approvals: await listApprovals(),
    hasDemo: await hasDemo(),
    steps: await firstSteps(),
    calls: await callsOverTime(span),
    latest: await Promise.all([
      latest('inquiry', viewer, ['createdAt', 'email', 'userId', 'message', 'answeredAt']),
      latest('channel', viewer, ['token', 'status', 'createdAt']),
    ]),
  };
}

async function latest(section: EntitySection, viewer: SignedIn, names: readonly string[]): Promise<Latest> {
  const entity = adminEntity(section);
  const { entities } = await listRows(
    entity,
    viewer,
    new URLSearchParams({ size: LATEST, sort: '-createdAt' }),
  );
  const columns = entity.view.columns.filter(({ name }) => names.includes(name));
  const rows = await listedRows(entity, entities);
  return { section, columns, rows, titles: await titlesIn(columns, entities) };
}
