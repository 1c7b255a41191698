/**
 * Calls back for each new frame of a video element; in browsers that do not announce them (Firefox before 132), once
 * per animation frame in which it plays. Never in a hidden tab.
 * @returns a function that stops it
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
