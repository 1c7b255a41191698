/** https://wicg.github.io/document-picture-in-picture/ */
interface DocumentPictureInPicture {
  /** Works only in a click or key handler. Rejects with a DOMException if it is refused. */
  requestWindow(options?: { width?: number; height?: number }): Promise<Window>;
}

declare var documentPictureInPicture: DocumentPictureInPicture | undefined;
