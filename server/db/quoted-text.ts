/** A statement's text without its string literals, whose words are no keywords. */
export const withoutQuoted = (sql: string): string => sql.replace(/'[^']*'/g, "");
