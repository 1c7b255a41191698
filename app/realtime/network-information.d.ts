/** Network Information API, which Chromium has; missing in TypeScript's DOM library. */
interface Navigator {
  readonly connection?: EventTarget & { readonly type?: string; readonly saveData?: boolean };
}
