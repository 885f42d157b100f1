/** A typed text as a sentence that another one can follow: with a full stop, unless it ends like a sentence already. */
export const toSentence = (text: string): string => (/[.!?…。！？]["'”’»)]*$/.test(text) ? text : `${text}.`);
