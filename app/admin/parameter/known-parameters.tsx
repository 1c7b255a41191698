import { useId } from 'react';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { isParameterName, PARAMETERS } from '#protocol/parameters.ts';
import { useLabels } from '../labels.ts';
import type { ListRow } from '../list/list.server.ts';

const cellClass = 'border-b border-line px-3 py-2 align-top';

/**
 * Parameters the program reads, with their meaning, type and default.
 * @param rows of the list: a parameter among them links to its row, the others to a form for a new one
 */
export function KnownParameters({ rows }: { rows: readonly ListRow[] }) {
  const { t } = useLabels();
  const id = useId();
  const rowIds = new Map(rows.map((row) => [row.cells.name, row.id]));
  return (
    <div className="grid gap-3 pt-8">
      <h2 id={id} className="text-xl">
        {t('parameters.title')}
      </h2>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so focusable by keyboard
        tabIndex={0}
        aria-labelledby={id}
        className="overflow-auto rounded-lg border border-line bg-raised scroll-edge [--edge-ground:var(--raised)]"
      >
        <table className="w-full min-w-xl border-separate border-spacing-0 text-left text-sm">
          <thead>
            <tr className="bg-sunken">
              {(['name', 'kind', 'initial', 'meaning'] as const).map((column) => (
                <th key={column} scope="col" className={cellClass}>
                  {t(`parameters.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.keys(PARAMETERS)
              .filter(isParameterName)
              .map((name) => {
                const { about, kind, initial, least, most, unit } = PARAMETERS[name];
                return (
                  <tr key={name}>
                    <th scope="row" className={`${cellClass} font-semibold whitespace-nowrap`}>
                      <LocaleLink
                        to={`/admin/parameter/${rowIds.get(name) ?? `new?${new URLSearchParams({ name, value: initial })}`}`}
                        className="underline underline-offset-2"
                      >
                        {name}
                      </LocaleLink>
                    </th>
                    <td className={`${cellClass} whitespace-nowrap`}>
                      {t(`parameters.kinds.${kind}`)}
                      {least !== undefined && most !== undefined && (
                        <span className="block text-muted">{t('parameters.bounds', { least, most })}</span>
                      )}
                    </td>
                    <td className={`${cellClass} whitespace-nowrap`}>
                      {[initial || t('value.none'), ...(unit ? [t(`parameters.units.${unit}`)] : [])].join(
                        ' ',
                      )}
                    </td>
                    <td className={`${cellClass} min-w-60`}>{t(`parameters.about.${about}`)}</td>
                  </tr>
                );
              })}
          </tbody>
        </table>
      </section>
    </div>
  );
}
