/** The address that opens a place in the device's own map; elsewhere OpenStreetMap. */
export function mapUrl(place: string, userAgent: string): string {
  const query = encodeURIComponent(place);
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?q=${query}`;
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}
