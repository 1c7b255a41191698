/** Labels of an axis, none of them twice: a tick whose label is already there has none. */
export function distinctLabels(ticks: readonly number[], format: (tick: number) => string): string[] {
  const shown = new Set<string>();
  return ticks.map((tick) => {
    const label = format(tick);
    if (shown.has(label)) return '';
    shown.add(label);
    return label;
  });
}
