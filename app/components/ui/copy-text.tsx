import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

type CopyTextProps = {
  /** Called on the click, for what only the browser knows. */
  text(): string;
  label: string;
  copied: string;
};

/** A button that copies a text, and says so itself. Not shown without JavaScript: the text can be selected. */
export function CopyText({ text, label, copied }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <span className="noscript:hidden">
      <Button variant="secondary" onClick={() => void copy()}>
        <Icon aria-hidden size={18} />
        <span role="status">{isCopied ? copied : label}</span>
      </Button>
    </span>
  );
}
