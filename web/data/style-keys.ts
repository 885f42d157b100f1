/** Of all styles. */
export const stylesKey = ["styles"] as const;
