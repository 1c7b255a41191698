import {
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  SRGBColorSpace,
  VideoTexture,
  WebGLRenderer,
} from 'three';

/**
 * Renders an equirectangular track with three.js's standard means: a sphere seen from inside, and its `VideoTexture`.
 */
export class Sphere {
  readonly #video = document.createElement('video');
  readonly #renderer = new WebGLRenderer();
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(75, innerWidth / innerHeight, 1, 1100);

  constructor() {
    this.#video.muted = true;
    this.#video.playsInline = true;
    const texture = new VideoTexture(this.#video);
    texture.colorSpace = SRGBColorSpace;
    const geometry = new SphereGeometry(500, 60, 40).scale(-1, 1, 1);
    this.#scene.add(new Mesh(geometry, new MeshBasicMaterial({ map: texture })));
    // Direction of the picture's middle on the inverted sphere.
    this.#camera.lookAt(-1, 0, 0);
    this.#renderer.setSize(innerWidth, innerHeight);
    document.body.append(this.#renderer.domElement);
  }

  show(track: MediaStreamTrack): void {
    this.#video.srcObject = new MediaStream([track]);
    void this.#video.play();
    // Paints only new frames, the most favourable way for this contender.
    const paint = () => {
      this.#video.requestVideoFrameCallback(paint);
      this.#renderer.render(this.#scene, this.#camera);
    };
    this.#video.requestVideoFrameCallback(paint);
  }
}
