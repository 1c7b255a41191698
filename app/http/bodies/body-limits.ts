/** Maximum bytes of a request's body. The server refuses larger ones unread, so browsers need not send them. */
export const BODY_BYTES = 1024 * 1024;
/** For uploaded pictures, before they are resized. */
export const UPLOAD_BODY_BYTES = 32 * 1024 * 1024;
