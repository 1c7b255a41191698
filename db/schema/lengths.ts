/** Lengths of columns, in characters, that forms and schemas state too. Imports nothing: browsers get it. */

/** Of what a picture's alternative text may say. */
export const ALT_LENGTH = 300;
