/** Pasted text without what a text can't have: control characters, halves of characters, other systems' line ends. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
    .toWellFormed()

/** One line of several, such as those of a pasted headline. */
export const joinLines = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text
