/** Column lengths, in characters, shared with forms and schemas. Imports nothing, as browsers load it. */

/** The length of a picture's alternative text. */
export const ALT_LENGTH = 300;
