import type { Group } from './scan.ts';

/** Controls that can be pressed without typing. `data-scan-key`: pressed by this key, as it takes no clicks. */
const CONTROLS =
  'button, a[href], summary, select, input:is([type="checkbox"], [type="radio"], [type="range"]), [role^="menuitem"], [data-scan-key]';
/** Overlays, which are scanned alone; popovers are dialogs. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-scan-over]';
/** Number of presses that move a slider from end to end. */
const SLIDER_STEPS = 20;

/**
 * The controls that can be used now: those of the open dialog or menu, else of the whole room. They are grouped by
 * their nearest `data-scan`; those without one form a group too, so that nothing is left out.
 */
export function pageGroups(): Group<HTMLElement>[] {
  const over = [...document.querySelectorAll<HTMLElement>(OVER)].filter(isShown).at(-1);
  const top = over ?? document.querySelector<HTMLElement>('[data-room]');
  if (!top) return [];
  const groups = new Map<HTMLElement, HTMLElement[]>();
  const add = (control: HTMLElement, group: HTMLElement) =>
    groups.set(group, [...(groups.get(group) ?? []), control]);
  for (const control of top.querySelectorAll<HTMLElement>(CONTROLS)) {
    const marked = control.parentElement?.closest<HTMLElement>('[data-scan]');
    if (isUsable(control)) add(control, marked && top.contains(marked) ? marked : top);
  }
  // The control that opened an overlay also closes it.
  const opener = top.id && document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(top.id)}"]`);
  if (opener) add(opener, [...groups.keys()].at(-1) ?? top);
  return [...groups].map(([element, items]) => ({ element, items }));
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function isUsable(control: Element): boolean {
  return isShown(control) && !control.matches(':disabled, [aria-disabled="true"], [data-disabled]');
}

/** Presses a control as a click or its key would. */
export function pressControl(control: HTMLElement): void {
  // Menus open on pointerdown, and take no click.
  const key = control.dataset.scanKey ?? (control.ariaHasPopup === 'menu' ? 'Enter' : null);
  if (control instanceof HTMLSelectElement) chooseNext(control);
  else if (control instanceof HTMLInputElement && control.type === 'range') moveOn(control);
  else if (key) pressKey(control, key);
  else control.click();
}

/** The 360° picture, if there is one to look around in. */
export function pageSphere(): HTMLElement | null {
  return (
    [...document.querySelectorAll<HTMLElement>('[data-room] [role="application"]')].find(isShown) ?? null
  );
}

export function pressKey(target: HTMLElement, key: string): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** Chooses the next option: an open list could not be scanned, because the browser draws it. */
function chooseNext(select: HTMLSelectElement): void {
  const after = [...select.options].slice(select.selectedIndex + 1);
  const next = [...after, ...select.options].find(({ disabled }) => !disabled);
  if (!next) return;
  select.value = next.value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

function moveOn(slider: HTMLInputElement): void {
  const [least, most, step] = [slider.min, slider.max, slider.step].map(Number);
  const steps = (Number(most) - Number(least)) / (Number(step) || 1);
  if (slider.valueAsNumber >= Number(most)) slider.stepDown(steps);
  else slider.stepUp(Math.max(1, Math.round(steps / SLIDER_STEPS)));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The accessible name of an element. */
export function nameOf(element: HTMLElement): string {
  const labelled = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const byOthers = labelled.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0] : null;
  const chosen = element instanceof HTMLSelectElement ? element.selectedOptions[0]?.text : null;
  const name =
    byOthers ||
    element.ariaLabel ||
    element.dataset.scan ||
    label?.textContent ||
    (element.matches(CONTROLS) && element.textContent) ||
    '';
  return chosen ? `${name}: ${chosen}` : name;
}

/** Whether a control is on, checked or pressed; null if it has no such state. */
export function stateOf(control: HTMLElement): boolean | null {
  if (control instanceof HTMLInputElement) return control.type === 'range' ? null : control.checked;
  const state = control.ariaPressed ?? control.ariaChecked;
  return state === null ? null : state === 'true';
}
