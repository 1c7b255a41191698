/** Emscripten's factory of the module, which has no types. */
declare module '@litertjs/core/wasm/litert_wasm_compat_internal.js' {
  const makeModule: (options: object) => Promise<object>;
  export default makeModule;
}
