/** Rendered Markdown. `html` must come from `renderMarkdown`. */
export function Prose({ html, className = '' }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `renderMarkdown` passes no raw HTML
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
