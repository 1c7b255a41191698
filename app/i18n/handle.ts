import type { Namespace } from './catalogues.ts';

/** Options of a page's route, as `export const handle: PageHandle`. */
export type PageHandle = {
  /** Namespaces of `locales/` the page needs besides `common`; loaded before it renders. */
  i18n?: Namespace[];
  /** `room`: always dark, with a slim header and no footer. Default: the normal page frame. */
  chrome?: 'room';
};

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && ('i18n' in handle || 'chrome' in handle);
}

/** The namespaces needed by the matched routes, outermost first. */
export function namespacesOf(modules: Iterable<{ handle?: unknown } | undefined>): Namespace[] {
  const namespaces: Namespace[] = ['common'];
  for (const module of modules) {
    if (isPageHandle(module?.handle)) namespaces.push(...(module.handle.i18n ?? []));
  }
  return namespaces;
}
