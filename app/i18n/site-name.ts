let known = 'Panocall';

/** The site's name. In browsers it is that of the page, from its `<html data-site>`. */
export const siteName = (): string => globalThis.document?.documentElement.dataset.site ?? known;

/** Sets it in a server process, for all that follows. */
export function setSiteName(name: string): void {
  known = name;
}

/** A page's title with the site's name. */
export const titled = (title: string): string => `${title} · ${siteName()}`;
