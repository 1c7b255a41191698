import { installDebianPackages } from '../debian-packages.ts';

/**
 * Installs what plays cameras that stream or are pulled: FFmpeg, and GStreamer's RTSP server with what it serves from
 * Python.
 * @throws MissingPackagesError
 */
export function ensureCameras(say: (line: string) => void): Promise<void> {
  return installDebianPackages(
    ['ffmpeg', 'python3-gi', 'gir1.2-gst-rtsp-server-1.0', 'gstreamer1.0-plugins-good'],
    say,
  );
}
