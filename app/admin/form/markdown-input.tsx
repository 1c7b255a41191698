import { type ReactNode, type TextareaHTMLAttributes, useRef, useState } from 'react';
import { controlClass } from '#app/components/ui/field.tsx';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { useLabels } from '../labels.ts';
import type { EntitySection } from '../sections.ts';
import { asParagraph } from './as-paragraph.ts';
import type { Translation } from './form-page.ts';
import { ImageUpload } from './image-upload.tsx';
import { usePreview } from './use-preview.ts';

export type MarkdownExtras = {
  section: EntitySection;
  id: string | null;
  /** HTML of the initial text. */
  preview: string;
  translations: readonly Translation[];
};

type MarkdownInputProps = MarkdownExtras & { input: TextareaHTMLAttributes<HTMLTextAreaElement> };

/**
 * Markdown editor beside a preview or another language version. Narrow screens show one of them at a time.
 */
export function MarkdownInput({ input, section, id, preview, translations }: MarkdownInputProps) {
  const { t, choice } = useLabels();
  const area = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState('write');
  const { html, failed, update } = usePreview(preview);
  const written = translations.filter(({ row }) => row !== null);
  const other = written.find(({ language }) => language === view);
  const insert = (markdown: string) => {
    const { current } = area;
    if (!current) return;
    const { selectionStart, selectionEnd, value } = current;
    current.setRangeText(
      asParagraph(markdown, value, selectionStart, selectionEnd),
      selectionStart,
      selectionEnd,
      'end',
    );
    // setRangeText fires no event; the preview and the unsaved check listen for input.
    current.dispatchEvent(new Event('input', { bubbles: true }));
    current.focus();
  };
  return (
    <div className="grid gap-3">
      <fieldset aria-label={t('markdown.views')} className="flex flex-wrap gap-1">
        <ViewButton value="write" view={view} onChoose={setView}>
          {t('markdown.write')}
        </ViewButton>
        <ViewButton value="preview" view={view} onChoose={setView}>
          {t('markdown.preview')}
        </ViewButton>
        {written.map(({ language }) => (
          <ViewButton key={language} value={language} view={view} onChoose={setView}>
            {choice(language, [language])}
          </ViewButton>
        ))}
      </fieldset>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className={view === 'write' ? '' : 'max-lg:hidden'}>
          <textarea
            {...input}
            ref={area}
            rows={20}
            onInput={(event) => update(event.currentTarget.value)}
            className={`${controlClass} h-[34rem] resize-y font-mono text-sm`}
          />
          <p className="mt-1 text-sm text-muted">{t('markdown.help')}</p>
        </div>
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so focusable by keyboard
          tabIndex={0}
          aria-label={
            other
              ? t('markdown.other', { language: choice(other.language, [other.language]) })
              : t('markdown.preview')
          }
          className={`h-[34rem] overflow-y-auto rounded-md border border-line px-4 py-3 ${view === 'write' ? 'max-lg:hidden' : ''}`}
        >
          {other?.row ? (
            <div lang={languageOfRecord(other.language)}>
              <p className="mb-2 font-semibold">{other.row.title}</p>
              <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">{other.row.body}</pre>
            </div>
          ) : (
            <Preview html={html} failed={failed} />
          )}
        </section>
      </div>
      {id === null ? (
        <p className="text-sm text-muted">{t('markdown.saveFirst')}</p>
      ) : (
        <ImageUpload owner={`/api/image/${section}/${id}`} onUploaded={insert} />
      )}
    </div>
  );
}

type ViewButtonProps = { value: string; view: string; onChoose(view: string): void; children: ReactNode };

/**
 * Not Radix's toggle group: the Content-Security-Policy blocks its style attribute in server-rendered HTML.
 */
function ViewButton({ value, view, onChoose, children }: ViewButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={value === view}
      onClick={() => onChoose(value)}
      className="min-h-11 rounded-full px-4 text-sm text-muted hover:text-text aria-pressed:bg-text aria-pressed:font-semibold aria-pressed:text-ground"
    >
      {children}
    </button>
  );
}

function Preview({ html, failed }: { html: string; failed: boolean }) {
  const { t } = useLabels();
  if (failed) return <p className="text-poor">{t('markdown.failed')}</p>;
  if (html === '') return <p className="text-muted">{t('markdown.nothing')}</p>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown passes no raw HTML
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
