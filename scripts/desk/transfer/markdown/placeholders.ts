/**
 * Pieces of a text that are set aside while the rest changes. They are marked with characters of the
 * private use area, which are removed from every source when it is read (decoded-text.ts): a source
 * that could write them could multiply a piece at will.
 */
const marks = { code: '\uE000', raw: '\uE002', span: '\uE004' } as const
const end = '\uE001'

/** Every character that a placeholder is written with. */
export const placeholderCharacters = /[\uE000-\uE004]/g

/** How a link to a placeholder begins: what it names is decided where it is restored. */
export const spanMark = marks.span

export type SetAside = {
  /** Answers what is written in its place. */
  hold(piece: string): string
  restore(text: string): string
}

export function setAside(kind: keyof typeof marks): SetAside {
  const pieces: string[] = []
  const mark = marks[kind]
  const written = new RegExp(`${mark}(\\d{1,7})${end}`, 'g')
  return {
    hold: (piece) => `${mark}${pieces.push(piece) - 1}${end}`,
    restore: (text) => text.replace(written, (whole, index) => pieces[Number(index)] ?? whole),
  }
}
