/** Media Capture and Streams, section 'Constrainable Properties'; missing in TypeScript's DOM library. */
interface MediaTrackConstraintSet {
  resizeMode?: ConstrainDOMString;
}
