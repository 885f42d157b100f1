/** The number in a field; an empty one has none, while `Number` would make it 0. */
export const toNumber = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
