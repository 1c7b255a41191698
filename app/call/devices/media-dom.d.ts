/** Media Capture and Streams, section 'Constrainable Properties'; missing in TypeScript's DOM library. */
interface MediaTrackConstraintSet {
  resizeMode?: ConstrainDOMString;
}

/** Audio Output Devices API; missing in TypeScript's DOM library, as only Firefox has it. */
interface MediaDevices {
  selectAudioOutput?(): Promise<MediaDeviceInfo>;
}
