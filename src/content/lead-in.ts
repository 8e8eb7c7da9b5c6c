import type { Token } from 'markdown-it'

const defaultLeadInWords = 80

/** The lead-in ends at `<!-- more -->`, otherwise after the top-level paragraph that reaches 80 words. */
export function findLeadInEnd(tokens: readonly Token[]): number {
  const marker = tokens.findIndex((token) => token.type === 'more' && token.level === 0)
  if (marker >= 0) return marker + 1
  let words = 0
  for (const [index, token] of tokens.entries()) {
    words += countWords([token])
    const endsParagraph = token.type === 'paragraph_close' && token.level === 0
    if (endsParagraph && words >= defaultLeadInWords) return index + 1
  }
  return tokens.length
}

export function countWords(tokens: readonly Token[]): number {
  let words = 0
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      if (child.type === 'text' || child.type === 'code_inline') {
        words += child.content.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu)?.length ?? 0
      }
    }
  }
  return words
}
