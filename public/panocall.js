// Embeds a Panocall room in a page. Needs nothing else: <script src="https://…/panocall.js"></script>
(() => {
  /**
   * @typedef {object} Events
   * @property {() => void} [joined] this person has entered
   * @property {() => void} [started] both are there
   * @property {(end: { reason: string }) => void} [ended] the call is over
   * @property {(error: { code: string }) => void} [error] the seat was refused
   */

  /** The site that this script comes from: rooms are embedded from there, and messages from elsewhere are not heard. */
  const site = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).origin;

  const FEATURES =
    'camera; microphone; autoplay; fullscreen; display-capture; screen-wake-lock; gyroscope; accelerometer; clipboard-write; xr-spatial-tracking';

  /**
   * Shows a room in an element, which it fills.
   * @param {Element} element
   * @param {string} link the host's or the guest's, as `POST /api/room` answered
   * @param {{ events?: Events, title?: string }} [options] `title` names the frame for screen readers
   * @returns {{ iframe: HTMLIFrameElement, leave(): void, remove(): void }} `leave` ends the call for both
   */
  function embed(element, link, { events = {}, title = 'Panocall' } = {}) {
    const url = new URL(link);
    if (url.origin !== site || !/^(\/[a-z]{2})?\/room\/(host|guest)\/[^/]+$/.test(url.pathname))
      throw new TypeError('Not the link of a room');
    const iframe = document.createElement('iframe');
    iframe.title = title;
    iframe.allow = FEATURES;
    iframe.style.cssText = 'display:block;width:100%;height:100%;border:0';
    iframe.src = url.href;

    const say = (type) => iframe.contentWindow?.postMessage({ panocall: 1, type }, site);
    const hear = ({ source, origin, data }) => {
      if (source !== iframe.contentWindow || origin !== site || data?.panocall !== 1) return;
      const { type, reason, code } = data;
      if (type === 'ready') say('hello');
      if (type === 'joined') events.joined?.();
      if (type === 'started') events.started?.();
      if (type === 'ended') events.ended?.({ reason: String(reason) });
      if (type === 'error') events.error?.({ code: String(code) });
    };
    window.addEventListener('message', hear);
    element.append(iframe);
    return {
      iframe,
      leave: () => say('leave'),
      remove() {
        window.removeEventListener('message', hear);
        iframe.remove();
      },
    };
  }

  window.Panocall = { embed };
})();
