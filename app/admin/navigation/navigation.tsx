import { SideMenu } from '#app/components/page/side-menu.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import { GROUPS, type Section } from '../sections.ts';
import type { Waiting } from './waiting.server.ts';

/** Links to the sections, in groups, with the number of rows that wait for an administrator. */
export function Navigation({ waiting }: { waiting: Waiting }) {
  const { t } = useLabels();
  const localePath = useLocalePath();
  const counts: Partial<Record<Section, number>> = waiting;
  const groups = GROUPS.map(({ group, sections }) => ({
    title: t(`group.${group}`),
    entries: sections.map((section: Section) => ({
      to: localePath(`/admin/${section}`),
      label: t(`section.${section}`),
      count: counts[section],
    })),
  }));
  const overview = { to: localePath('/admin'), label: t('overview'), end: true };
  return (
    <SideMenu
      label={t('sections')}
      groups={[{ entries: [overview] }, ...groups]}
      countLabel={(count) => t('waiting', { count })}
    />
  );
}
