import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';

export type MarkdownOptions = {
  /** The level that the text's highest headings get, under those of the page around it. */
  headings?: 2 | 3 | 4;
  /** Gives headings an id that begins so, for links to them. Without it they have none. */
  anchors?: string;
};

type Settings = Required<Pick<MarkdownOptions, 'headings'>> & { anchors: string | undefined };

/** A path on this site; two slashes would begin another host. */
const OWN_PATH = /^[/#](?![/\\])/;

// What is not Markdown shows as it was typed. Links with `javascript:` and the like are left as text by the library.
const markdown = new MarkdownIt({ html: false, linkify: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

markdown.core.ruler.push('headings', ({ tokens, env }) => {
  const { headings, anchors } = settingsOf(env);
  const opening = tokens.filter(({ type }) => type === 'heading_open');
  const highest = Math.min(...opening.map(levelOf));
  const slugger = new GithubSlugger();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue;
    token.tag = `h${Math.min(6, levelOf(token) - highest + headings)}`;
    if (!anchors || token.type !== 'heading_open') continue;
    // Without accents: addresses would show them percent-encoded.
    const words = plainText(tokens[at + 1])
      .normalize('NFKD')
      .replace(/\p{M}/gu, '');
    token.attrSet('id', slugger.slug(`${anchors} ${words}`));
  }
});

markdown.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
  if (!OWN_PATH.test(attribute(tokens[at], 'href'))) tokens[at]?.attrSet('rel', 'nofollow noopener');
  return renderer.renderToken(tokens, at, options);
};

markdown.renderer.rules.image = (tokens, at) => {
  const token = tokens[at];
  const source = markdown.utils.escapeHtml(attribute(token, 'src'));
  const alt = markdown.utils.escapeHtml(plainText(token));
  // Pages show pictures of their own site only; the reader decides about others.
  if (!OWN_PATH.test(source)) return `<a href="${source}" rel="nofollow noopener">${alt || source}</a>`;
  return `<img src="${source}" alt="${alt}" loading="lazy" decoding="async">`;
};

// Wide tables are scrolled, by keyboard too, and not the page.
markdown.renderer.rules.table_open = () => '<div class="scroll-edge overflow-x-auto" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

// The library aligns by style attributes, which the Content-Security-Policy leaves aside.
for (const cell of ['th_open', 'td_open']) {
  markdown.renderer.rules[cell] = (tokens, at, options, _env, renderer) => {
    const token = tokens[at];
    const side = /text-align:(center|right)/.exec(attribute(token, 'style'))?.[1];
    if (token) token.attrs = side ? [['class', side === 'right' ? 'text-right' : 'text-center']] : null;
    return renderer.renderToken(tokens, at, options);
  };
}

/** Markdown as HTML that is safe on a page of ours, whoever wrote it. */
export function renderMarkdown(source: string, { headings = 2, anchors }: MarkdownOptions = {}): string {
  const settings: Settings = { headings, anchors };
  return markdown.render(source, settings);
}

function settingsOf(env: unknown): Settings {
  const { headings, anchors }: Partial<Settings> = typeof env === 'object' && env !== null ? env : {};
  return { headings: headings ?? 2, anchors };
}

function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? '');
}

function levelOf({ tag }: Token): number {
  return Number(tag.slice(1));
}

/** The words of a heading or of a picture's description, without their marks. */
function plainText(token: Token | undefined): string {
  const parts = token?.children?.map((part) =>
    part.type === 'image' ? plainText(part) : part.type === 'softbreak' ? ' ' : part.content,
  );
  return parts?.join('') ?? '';
}
