import { installDebianPackages } from '../debian-packages.ts';

/**
 * Installs Debian's Firefox and WebKit, with a screen and a sound output for them.
 * @throws MissingPackagesError
 */
export function ensureOtherBrowsers(say: (line: string) => void): Promise<void> {
  return installDebianPackages(
    ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'pulseaudio', 'libgl1-mesa-dri'],
    say,
  );
}
