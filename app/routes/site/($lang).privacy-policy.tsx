import type { PageHandle } from '#app/i18n/handle.ts';
import { legalLoader } from '#app/site/legal-page.server.ts';
import { LegalPage, legalMeta } from '#app/site/legal-page.tsx';

export const handle: PageHandle = { i18n: ['contact'] };

export const loader = legalLoader('privacy-policy');

export const meta = legalMeta('privacy-policy');

export default LegalPage;
