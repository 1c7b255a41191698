import { create } from 'qrcode';
import { useMemo } from 'react';

/** Quiet zone around a QR code, in modules: ISO/IEC 18004 requires four. */
const QUIET = 4;

/** A QR code as one SVG path, dark on light in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      className="size-36 rounded-md bg-white text-black"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function draw(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const dark: string[] = [];
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) dark.push(`M${column} ${row}h1v1h-1z`);
    }
  }
  return { path: dark.join(''), size: modules.size };
}
