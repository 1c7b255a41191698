/**
 * Whether this browser can show VR: 'missing' without WebXR, 'no-headset' with WebXR but without a headset, 'blocked'
 * if something forbids it.
 */
export type VrSupport = 'ready' | 'missing' | 'no-headset' | 'blocked';

type Supporting = Pick<XRSystem, 'isSessionSupported'>;

/** Asks the browser. The answer changes as headsets are plugged in: `devicechange` of `navigator.xr` reports that. */
export async function vrSupport(xr: Supporting | undefined): Promise<VrSupport> {
  if (!xr) return 'missing';
  try {
    return (await xr.isSessionSupported('immersive-vr')) ? 'ready' : 'no-headset';
  } catch {
    // A SecurityError, because of a Permissions-Policy, an extension or a setting.
    return 'blocked';
  }
}
