/** Escapes the wildcards of LIKE, so that each character of a text stands for itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** The LIKE pattern for a text anywhere in another. */
export const toLikePattern = (text: string): string => `%${escapeLike(text)}%`;
