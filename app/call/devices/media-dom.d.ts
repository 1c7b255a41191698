/** Media Capture and Streams, section 'Constrainable Properties'; not yet in TypeScript's own library. */
interface MediaTrackConstraintSet {
  resizeMode?: ConstrainDOMString;
}
