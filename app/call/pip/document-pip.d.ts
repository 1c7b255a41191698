/** https://wicg.github.io/document-picture-in-picture/ */
interface DocumentPictureInPicture {
  /** Only within a click or key press. Rejects with a DOMException where it is refused. */
  requestWindow(options?: { width?: number; height?: number }): Promise<Window>;
}

declare var documentPictureInPicture: DocumentPictureInPicture | undefined;
