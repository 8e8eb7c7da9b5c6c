/** Removes what a text can't contain: control characters, lone surrogates, other systems' line endings. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
    .toWellFormed()

/** Joins several lines, such as those of a pasted headline. */
export const joinLines = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text
