import type { Namespace } from './catalogues.ts';

/** What a page's route may say of itself, as `export const handle: PageHandle`. */
export type PageHandle = {
  /** Namespaces of `locales/` that the page needs besides `common`; loaded before it shows. */
  i18n?: Namespace[];
  /** `room`: always dark, with a slim header and no footer. Without it: the usual page. */
  chrome?: 'room';
};

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && ('i18n' in handle || 'chrome' in handle);
}

/** What the pages of a match, outermost first, need of `locales/`. */
export function namespacesOf(modules: Iterable<{ handle?: unknown } | undefined>): Namespace[] {
  const namespaces: Namespace[] = ['common'];
  for (const module of modules) {
    if (isPageHandle(module?.handle)) namespaces.push(...(module.handle.i18n ?? []));
  }
  return namespaces;
}
