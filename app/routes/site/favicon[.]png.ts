import { iconLoader } from '#app/site/icons.server.ts';

export const loader = iconLoader('favicon.png');
