type SocialSite = { name: string; href: string; enabled: boolean };

/** Where else Panocall is. Whoever runs a site of their own sets their addresses here. */
const SOCIAL_SITES: readonly SocialSite[] = [
  { name: 'Twitter', href: 'https://twitter.com/panocall', enabled: true },
  { name: 'Facebook', href: 'https://www.facebook.com/panocall', enabled: true },
  { name: 'YouTube', href: 'https://www.youtube.com/@panocall', enabled: true },
  { name: 'Instagram', href: 'https://www.instagram.com/panocall', enabled: false },
  { name: 'Vimeo', href: 'https://vimeo.com/panocall', enabled: false },
  { name: 'Twitch', href: 'https://www.twitch.tv/panocall', enabled: false },
  { name: 'TikTok', href: 'https://www.tiktok.com/@panocall', enabled: false },
];

export const socialLinks = SOCIAL_SITES.filter(({ enabled }) => enabled);

/** Where the mobile app is; `hl` and the path say the language of the store's page. */
export const storeLinks = (language: string) => [
  { name: 'Android', href: `https://play.google.com/store/apps/details?id=app.panocall&hl=${language}` },
  {
    name: 'iOS',
    href: `https://apps.apple.com/${language === 'es' ? 'es' : 'us'}/app/panocall`,
  },
];
