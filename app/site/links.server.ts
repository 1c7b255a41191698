import { currentParameters } from '#app/platform/parameters.server.ts';
import { NETWORKS, type Network, STORES, type Store } from '#protocol/parameters.ts';

type SiteLink = { name: string; href: string };

/** External links of the footer. `{language}` in a URL is replaced by the page's, e.g. `es`. */
export type SiteLinks = { social: SiteLink[]; stores: SiteLink[] };

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

/** Links whose URL administrators have set, without those of hidden networks. */
export async function siteLinks(): Promise<SiteLinks> {
  const { text, isOn } = await currentParameters();
  const shown = NETWORKS.filter((network) => isOn(`social-${network}-shown`));
  return {
    social: linked(
      shown.map((network) => ({ name: NETWORK_NAMES[network], href: text(`social-${network}`) })),
    ),
    stores: linked(STORES.map((store) => ({ name: STORE_NAMES[store], href: text(`store-${store}`) }))),
  };
}

const linked = (links: SiteLink[]) => links.filter(({ href }) => href !== '');
