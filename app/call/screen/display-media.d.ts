/** https://www.w3.org/TR/screen-capture/#dictionary-displaymediastreamoptions; missing in TypeScript's DOM library. */
interface DisplayMediaStreamOptions {
  selfBrowserSurface?: 'include' | 'exclude';
  surfaceSwitching?: 'include' | 'exclude';
  systemAudio?: 'include' | 'exclude';
}
