import 'leaflet/dist/leaflet.css';
import './map.css';
import {
  control,
  divIcon,
  type Map as LeafletMap,
  latLngBounds,
  map as leafletMap,
  marker,
  tileLayer,
} from 'leaflet';
import type { Location } from '#app/entities/user/public-profile.ts';
import { narrowest } from './narrow.ts';
import { mapZoom } from './zoom.ts';

/** Loaded only when a map is shown: Leaflet is larger than the pages around it. */

export type MapOptions = {
  /** URL template with `{z}`, `{x}` and `{y}`. */
  tilesUrl: string;
  labels: { zoomIn: string; zoomOut: string };
  /** Called if some tiles could not be loaded. */
  onTilesFailed(): void;
};

/** Radius shown around a single location, in metres. */
const SURROUNDINGS = 1_500;
/** Width of a city, in metres. */
const CITY = 10_000;

function createMap(element: HTMLElement, { tilesUrl, labels, onTilesFailed }: MapOptions): LeafletMap {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = leafletMap(element, {
    zoomControl: false,
    zoomAnimation: !reduced,
    fadeAnimation: !reduced,
    markerZoomAnimation: !reduced,
    // The wheel scrolls the page, which maps must not interrupt.
    scrollWheelZoom: false,
  });
  map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
  addZoom(map, labels);
  tileLayer(tilesUrl, {
    maxZoom: 19,
    attribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>',
    // OpenStreetMap requires a Referer; the rest of the site sends none.
    referrerPolicy: 'origin',
  })
    .on('tileerror', onTilesFailed)
    .addTo(map);
  return map;
}

function addZoom(map: LeafletMap, { zoomIn, zoomOut }: MapOptions['labels']): void {
  control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
}

const pin = () =>
  divIcon({ className: 'map-pin', iconSize: [28, 28], iconAnchor: [14, 28], popupAnchor: [0, -26] });

export type MapLocation = { label: string; href: string; location: Location };

/**
 * Shows locations as linked markers: all of them, or the surroundings of a city.
 * @param follow called with the link's URL when a marker is activated
 * @returns a function that removes the map
 * @public MapFrame imports this module and passes it on, which knip does not follow
 */
export function showLocations(
  element: HTMLElement,
  locations: readonly MapLocation[],
  options: MapOptions & { city: Location | null; follow(href: string): void },
): () => void {
  const map = createMap(element, options);
  const turn = narrowest(locations.map(({ location }) => location.longitude));
  const at = ({ latitude, longitude }: Location): [number, number] => [latitude, turn(longitude)];
  const bounds = latLngBounds(locations.map(({ location }) => at(location)));
  for (const { label, href, location } of locations) {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = label;
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      options.follow(href);
    });
    marker(at(location), { icon: pin(), title: label, alt: label }).bindPopup(link).addTo(map);
  }
  if (options.city) map.setView(at(options.city), mapZoom(CITY));
  else if (bounds.isValid()) {
    const across = bounds.getNorthEast().distanceTo(bounds.getSouthWest());
    map.fitBounds(bounds, { padding: [40, 40], maxZoom: mapZoom(across), animate: false });
  } else map.setView([20, 0], 2);
  return () => map.remove();
}

/**
 * Lets the user choose a location.
 * @returns a function that removes the map
 * @public MapFrame imports this module and passes it on, which knip does not follow
 */
export function pickLocation(
  element: HTMLElement,
  location: Location | null,
  options: MapOptions & { label: string; onPick(location: Location): void },
): () => void {
  const map = createMap(element, options);
  const mark = marker([0, 0], { icon: pin(), draggable: true, title: options.label, alt: options.label });
  const picked = () => {
    const { lat, lng } = mark.getLatLng().wrap();
    options.onPick({ latitude: round(lat), longitude: round(lng) });
  };
  mark.on('dragend', picked);
  map.on('click', ({ latlng }) => {
    mark.setLatLng(latlng).addTo(map);
    picked();
  });
  if (location) {
    mark.setLatLng([location.latitude, location.longitude]).addTo(map);
    map.setView([location.latitude, location.longitude], mapZoom(SURROUNDINGS));
  } else map.setView([20, 0], 2);
  return () => map.remove();
}

/** Five decimals are about a metre. */
function round(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000;
}
