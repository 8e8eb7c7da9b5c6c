import type { Token } from 'markdown-it'

const defaultFreePreviewWords = 80

/**
 * Returns the end of the free preview: `<!-- more -->`, or else the end of the top-level paragraph that reaches 80
 * words.
 */
export function findFreePreviewEnd(tokens: readonly Token[]): number {
  if (hasMarker(tokens)) return findMarkerEnd(tokens)
  let words = 0
  for (const [index, token] of tokens.entries()) {
    words += countWords([token])
    const endsParagraph = token.type === 'paragraph_close' && token.level === 0
    if (endsParagraph && words >= defaultFreePreviewWords) return index + 1
  }
  return tokens.length
}

/** Returns the end of the free preview: `<!-- more -->`, or else the end of the text. */
export function findMarkerEnd(tokens: readonly Token[]): number {
  return hasMarker(tokens) ? tokens.findIndex(isMarker) + 1 : tokens.length
}

const isMarker = (token: Token) => token.type === 'more' && token.level === 0
const hasMarker = (tokens: readonly Token[]) => tokens.some(isMarker)

/** Includes joiners, which choose between forms of a letter: “ක්‍රියා” is one word. */
const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}’'-]|\u200c|\u200d)*/gu

export function countWords(tokens: readonly Token[]): number {
  let words = 0
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      if (child.type === 'text' || child.type === 'code_inline') {
        words += child.content.match(word)?.length ?? 0
      }
    }
  }
  return words
}
