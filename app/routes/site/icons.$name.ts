import { iconLoader } from '#app/site/icons.server.ts';

/** GET /icons/:name → an icon of the site as an app, or its logo. */
export const loader = iconLoader();
