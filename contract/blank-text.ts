/** A character that can be seen: no space, control or filler character, such as U+200B and U+3164, and no empty Braille cell. */
export const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether nothing of a text can be seen. */
export const isBlankText = (text: string): boolean => !visible.test(text);
