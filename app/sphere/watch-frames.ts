/**
 * Calls back for each new frame of a video element; once for each animation frame in which it plays where the browser
 * does not say (Firefox before 132). Never in a hidden tab.
 * @returns stops it
 */
export function watchFrames(video: HTMLVideoElement, onFrame: () => void): () => void {
  if (!('requestVideoFrameCallback' in HTMLVideoElement.prototype)) return watchTime(video, onFrame);
  let next = video.requestVideoFrameCallback(function shown() {
    next = video.requestVideoFrameCallback(shown);
    onFrame();
  });
  return () => video.cancelVideoFrameCallback(next);
}

function watchTime(video: HTMLVideoElement, onFrame: () => void): () => void {
  let seen = -1;
  let next = requestAnimationFrame(function look() {
    next = requestAnimationFrame(look);
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.currentTime === seen) return;
    seen = video.currentTime;
    onFrame();
  });
  return () => cancelAnimationFrame(next);
}
