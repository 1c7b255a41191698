import { z } from 'zod';
import { inTime } from '#app/components/page/in-time.ts';
import { fetchJson } from '#app/realtime/http.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Push state of this browser. `homeScreen`: iPhones and iPads support it only for sites on the home screen. */
export type PushState = 'unsupported' | 'homeScreen' | 'denied' | 'off' | 'on';

/** Installing the service worker takes a moment after the first visit. */
const READY_MS = 10_000;
const PUSH_SERVICE_MS = 30_000;

/** Reads this browser's push state. @param endpoints of the viewer's devices */
export async function readPushState(endpoints: readonly string[]): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple() ? 'homeScreen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && endpoints.includes(subscription.endpoint) ? 'on' : 'off';
}

/** iPads report to be Macs, which have no touch screen. */
function isApple(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

/**
 * Asks for permission and switches push notifications on in this browser.
 * @param key of the site, base64url
 * @throws ProtocolError as the server; Error if the browser or its push service fails
 */
export async function turnOn(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const { pushManager } = await readyRegistration();
  const subscribe = async () => {
    // An old subscription may belong to another account or key.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return inTime(subscribing, PUSH_SERVICE_MS, () => new Error('The push service does not answer'));
  };
  await store(await subscribe()).catch(async (error: unknown) => {
    if (!(error instanceof ProtocolError) || error.code !== 'ALREADY_EXISTS') throw error;
    await store(await subscribe());
  });
}

async function store(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await fetchJson('/api/push-notification', z.object({}), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
  });
}

function readyRegistration(): Promise<ServiceWorkerRegistration> {
  return inTime(navigator.serviceWorker.ready, READY_MS, () => new Error('There is no service worker'));
}

/**
 * Switches push notifications off in this browser. The server learns of it from the push service, or when the device is
 * removed.
 */
export async function turnOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
