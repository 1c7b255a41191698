import { Globe } from 'lucide-react';

/** Marks the thumbnail of a 360° picture, at its lower left. */
export function SphereBadge() {
  return (
    <span className="absolute bottom-2 left-2 inline-flex items-center gap-1.5 rounded-full bg-ink/85 px-2.5 py-1 text-sm text-white">
      <Globe aria-hidden size={16} />
      360°
    </span>
  );
}
