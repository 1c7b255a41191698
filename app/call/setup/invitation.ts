/** The address that leads a guest into the room, in the host's language. */
export function invitationLink(token: string, localePath: (path: string) => string): string {
  return new URL(localePath(`/room/guest/${token}`), location.origin).href;
}

/** True if the text was handed to the system's share sheet, or the person closed that again. */
export async function share(title: string, text: string, url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ title, text, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** False where the browser keeps the clipboard to itself. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
