/** Quoted words, such as a reader's name or a reason, can't begin another line, so they can't forge one. */
export const toLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')

export const toAnswer = (lines: readonly string[]) => ({ lines: lines.map(toLine) })

export const formatCount = (count: number, unit: string) =>
  `${count} ${unit}${count === 1 ? '' : 's'}`
