/** The start of a text, without half of a character that takes two places, as emoji do. */
export const cutText = (text: string, charsMax: number): string =>
  text.slice(0, charsMax).replace(/\p{Surrogate}$/u, "");

/** A text that fits: one that was cut ends with '…'. */
export const shortenText = (text: string, charsMax: number): string =>
  text.length <= charsMax ? text : `${cutText(text, charsMax - 1)}…`;
