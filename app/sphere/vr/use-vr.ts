import { useCallback, useEffect, useRef, useState } from 'react';
import { type VrSupport, vrSupport } from './support.ts';

export type Vr = {
  /** Null until the browser has answered. */
  support: VrSupport | null;
  /** Set while the picture is in the headset. */
  session: XRSession | null;
  /** False without a session, and while the system shows something else in the headset. */
  isShown: boolean;
  /** The last attempt to enter failed, or the picture in the headset did. */
  failed: boolean;
  /** Must be called in a click handler: browsers require that. */
  enter(): void;
  leave(): void;
  /** The picture cannot be shown in the headset. */
  fail(): void;
};

/** Besides the views and the space at the head's height, which every session has. */
const FEATURES: XRSessionInit = { optionalFeatures: ['hand-tracking', 'layers'] };

/** The headset's session. Ends it when the component that uses it unmounts. */
export function useVr(): Vr {
  const support = useSupport();
  const [session, setSession] = useState<XRSession | null>(null);
  const [isHidden, setHidden] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!session) return;
    const onEnd = () => setSession(null);
    const onVisibility = () => setHidden(session.visibilityState === 'hidden');
    onVisibility();
    session.addEventListener('end', onEnd);
    session.addEventListener('visibilitychange', onVisibility);
    return () => {
      session.removeEventListener('end', onEnd);
      session.removeEventListener('visibilitychange', onVisibility);
      end(session);
    };
  }, [session]);

  const isGone = useRef(false);
  const isEntering = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const enter = useCallback(() => {
    if (isEntering.current) return;
    isEntering.current = true;
    setFailed(false);
    navigator.xr
      ?.requestSession('immersive-vr', FEATURES)
      .then(
        (started) => (isGone.current ? end(started) : setSession(started)),
        () => setFailed(true),
      )
      .finally(() => {
        isEntering.current = false;
      });
  }, []);
  const leave = useCallback(() => session && end(session), [session]);
  const fail = useCallback(() => {
    setFailed(true);
    if (session) end(session);
  }, [session]);
  return { support, session, isShown: session !== null && !isHidden, failed, enter, leave, fail };
}

/** A session that has ended refuses. */
function end(session: XRSession): void {
  session.end().catch(() => {});
}

function useSupport(): VrSupport | null {
  const [support, setSupport] = useState<VrSupport | null>(null);
  useEffect(() => {
    const { xr } = navigator;
    let left = false;
    const ask = () =>
      vrSupport(xr).then((answer) => {
        if (!left) setSupport(answer);
      });
    void ask();
    xr?.addEventListener('devicechange', ask);
    return () => {
      left = true;
      xr?.removeEventListener('devicechange', ask);
    };
  }, []);
  return support;
}
