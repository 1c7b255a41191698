import { chime } from './chime.ts';

/** In ms: on, off, on. */
const VIBRATION = [200, 100, 200];

const isHere = () => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Calls a person back to this tab: with a sound and a vibration, and if they are elsewhere, with the tab's title and a
 * notification, until they are back. A notification needs a permission, which is not asked for here.
 */
export function callBack(text: string): void {
  chime();
  if ('vibrate' in navigator) navigator.vibrate(VIBRATION);
  if (isHere()) return;
  const restore = holdTitle(`(1) ${text}`);
  const notification = notify(text);
  const look = () => {
    if (!isHere()) return;
    removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
    restore();
    notification?.close();
  };
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
}

/** Holds the page's title, also when the page goes on to another one. @returns shows the page's own title again */
function holdTitle(title: string): () => void {
  let own = document.title;
  const hold = () => {
    if (document.title === title) return;
    own = document.title;
    document.title = title;
  };
  const observer = new MutationObserver(hold);
  observer.observe(document.head, { subtree: true, childList: true, characterData: true });
  hold();
  return () => {
    observer.disconnect();
    document.title = own;
  };
}

function notify(text: string): Notification | null {
  if (!('Notification' in window) || Notification.permission !== 'granted') return null;
  try {
    const notification = new Notification(text, { tag: 'guest', icon: '/apple-touch-icon.png' });
    notification.onclick = () => window.focus();
    return notification;
  } catch {
    // Browsers on Android show notifications only by a service worker; the phone vibrates.
    return null;
  }
}
