import { type CompiledModel, loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import makeModule from '@litertjs/core/wasm/litert_wasm_compat_internal.js';
import wasmUrl from '@litertjs/core/wasm/litert_wasm_compat_internal.wasm?url';
import squareUrl from '@mediapipe/selfie_segmentation/selfie_segmentation.tflite?url';
import wideUrl from '@mediapipe/selfie_segmentation/selfie_segmentation_landscape.tflite?url';
import { toAlpha, toInput } from './mask.ts';

/** Pictures are scaled to a model's size, so its shape should be similar. */
const MODELS = {
  wide: { url: wideUrl, width: 256, height: 144 },
  other: { url: squareUrl, width: 256, height: 256 },
} as const;

type Shape = keyof typeof MODELS;

/** Finds people in pictures, with a model on the CPU. */
export class Segmenter {
  readonly #models = new Map<Shape, Model | 'loading' | { error: unknown }>();
  #runtime: Promise<void> | null = null;

  /**
   * Returns the person as the alpha of a smaller picture, valid until the next call; null while the model is loading.
   * Rejects if it cannot be loaded.
   */
  async find(picture: OffscreenCanvas): Promise<ImageData | null> {
    const shape = picture.width > picture.height ? 'wide' : 'other';
    const model = this.#models.get(shape);
    if (model instanceof Model) return model.find(picture);
    if (!model) void this.#load(shape);
    else if (model !== 'loading') throw model.error;
    return null;
  }

  async #load(shape: Shape): Promise<void> {
    this.#models.set(shape, 'loading');
    try {
      this.#runtime ??= loadRuntime();
      await this.#runtime;
      const { url, width, height } = MODELS[shape];
      const compiled = await loadAndCompile(url, { accelerator: 'wasm' });
      this.#models.set(shape, new Model(compiled, width, height));
    } catch (error) {
      this.#models.set(shape, { error });
    }
  }
}

/** Loads LiteRT. Its loader relies on what only classic workers and pages have, so this passes it the code. */
async function loadRuntime(): Promise<void> {
  Object.assign(self, {
    ModuleFactory: makeModule,
    // It logs messages as errors, most of which are not; real errors reject.
    Module: { locateFile: () => wasmUrl, printErr: () => {} },
    importScripts: () => {},
  });
  // Otherwise LiteRT starts the fastest GPU, which a model this small does not need.
  Object.defineProperty(navigator, 'gpu', { value: undefined });
  await loadLiteRt('given.js');
}

class Model {
  readonly #compiled: CompiledModel;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #person: ImageData;

  constructor(compiled: CompiledModel, width: number, height: number) {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No canvas');
    this.#compiled = compiled;
    this.#context = context;
    this.#person = new ImageData(width, height);
  }

  async find(picture: OffscreenCanvas): Promise<ImageData> {
    const { width, height } = this.#person;
    this.#context.drawImage(picture, 0, 0, width, height);
    const { data } = this.#context.getImageData(0, 0, width, height);
    const input = new Tensor(toInput(data), [1, height, width, 3]);
    const outputs = await this.#compiled.run(input).finally(() => input.delete());
    const [confidences] = outputs;
    if (!confidences) throw new Error('The model has no output');
    toAlpha(confidences.toTypedArray(), this.#person.data);
    for (const output of outputs) output.delete();
    return this.#person;
  }
}
