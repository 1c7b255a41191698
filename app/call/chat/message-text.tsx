import { LinkifyIt } from 'linkify-it';
import type { ReactNode } from 'react';
import { showHidden } from '#protocol/hidden-characters.ts';

/** Web addresses become links, also without `https://`; other schemes do not. */
const links = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false });
for (const scheme of ['ftp:', 'mailto:', '//']) links.add(scheme, null);

const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200D|\uFE0F|\s){1,24}$/u;

/** The text of a message: with links, and larger if it consists of a few emoji. */
export function MessageText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { index, lastIndex, raw, url } of links.match(text) ?? []) {
    parts.push(
      text.slice(end, index),
      // The opened page learns nothing about the room, and cannot reach this one.
      <a key={index} href={url} target="_blank" rel="noopener noreferrer nofollow ugc" className="underline">
        <bdi dir="ltr">{showHidden(raw)}</bdi>
      </a>,
    );
    end = lastIndex;
  }
  parts.push(text.slice(end));
  return (
    <p dir="auto" className={`wrap-anywhere whitespace-pre-wrap ${EMOJI_ONLY.test(text) ? 'text-3xl' : ''}`}>
      {parts}
    </p>
  );
}
