/**
 * Returns a function that reads a track's present level: RMS in dB of full scale, -Infinity for digital silence. Null
 * where the browser cannot read it, as Firefox at another rate than the speaker's: nothing else may depend on that.
 */
export function levelReader(track: MediaStreamTrack, context: AudioContext): (() => number) | null {
  const analyser = context.createAnalyser();
  try {
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  } catch {
    return null;
  }
  const samples = new Float32Array(analyser.fftSize);
  return () => {
    analyser.getFloatTimeDomainData(samples);
    let power = 0;
    for (const sample of samples) power += sample ** 2;
    return 10 * Math.log10(power / samples.length);
  };
}
