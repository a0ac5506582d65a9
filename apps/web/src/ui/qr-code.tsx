import { encodeQR } from 'qr';

/** The light margin that scanners need, in modules. */
const border = 4;

/** A QR code, dark on light in both themes, because many scanners need that. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const rows = encodeQR(content, 'raw', { border });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
