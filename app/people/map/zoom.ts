/**
 * Zoom level at which a map shows a place.
 * @param distance metres that should be visible
 */
export function mapZoom(distance: number): 13 | 14 | 15 {
  if (distance > 3000) return 13;
  return distance > 1000 ? 14 : 15;
}
