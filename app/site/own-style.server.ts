import { currentParameters } from '#app/platform/parameters.server.ts';
import { accentShades, type Shades } from './accent.ts';

/** CSS with the operator's colour and logo, for the head of every page; empty if they have set neither. */
export async function ownStyle(): Promise<string> {
  const { text } = await currentParameters();
  const colour = text('site-colour');
  const logo = text('site-logo');
  return (colour && styleOfColour(colour)) + (logo && styleOfLogo(logo));
}

// Without light-dark(), which some browsers lack. Doubled, to come before the style sheet in any order.
function styleOfColour(colour: string): string {
  const { light, dark } = accentShades(colour);
  return [
    `:root:root{${declared(light)}}`,
    `@media(prefers-color-scheme:dark){:root:root:not([data-theme=light]){${declared(dark)}}}`,
    `:root:root[data-theme=dark]{${declared(dark)}}`,
  ].join('');
}

const declared = ({ accent, hover, on, text }: Shades): string =>
  `--accent:${accent};--accent-hover:${hover};--on-accent:${on};--accent-text:${text}`;

const styleOfLogo = (logo: string): string =>
  `.mark{background:url(/icons/logo.png?v=${logo}) center/contain no-repeat}.mark *{display:none}`;
