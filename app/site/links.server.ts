import type { Language } from '#app/i18n/languages.ts';
import { currentParameters } from '#app/platform/parameters.server.ts';
import { NETWORKS, type Network, STORES, type Store } from '#protocol/parameters.ts';
import { LEGAL_PAGES, legalTexts } from './legal-page.server.ts';

type SiteLink = { name: string; href: string };

/** Links of the footer. `{language}` in a URL of a store is replaced by the page's, e.g. `es`. */
export type SiteLinks = {
  /** Path without a language's prefix, and the link's text: from here, as the home page's scripts have a size limit. */
  legal: (readonly [string, string])[];
  social: SiteLink[];
  stores: SiteLink[];
};

const NETWORK_NAMES: Record<Network, string> = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  youtube: 'YouTube',
  instagram: 'Instagram',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
  tiktok: 'TikTok',
};
const STORE_NAMES: Record<Store, string> = { android: 'Android', ios: 'iOS' };

/** The pages about the operator, and links whose URL administrators have set, without those of hidden networks. */
export async function siteLinks(language: Language): Promise<SiteLinks> {
  const { text, isOn } = await currentParameters();
  const shown = NETWORKS.filter((network) => isOn(`social-${network}-shown`));
  const t = legalTexts[language];
  return {
    legal: LEGAL_PAGES.map((page) => [`/${page}`, t(`legal.links.${page}`)]),
    social: linked(
      shown.map((network) => ({ name: NETWORK_NAMES[network], href: text(`social-${network}`) })),
    ),
    stores: linked(STORES.map((store) => ({ name: STORE_NAMES[store], href: text(`store-${store}`) }))),
  };
}

const linked = (links: SiteLink[]) => links.filter(({ href }) => href !== '');
