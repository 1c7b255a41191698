/** Emscripten's: makes the module. It has no types of its own. */
declare module '@litertjs/core/wasm/litert_wasm_compat_internal.js' {
  const makeModule: (options: object) => Promise<object>;
  export default makeModule;
}
