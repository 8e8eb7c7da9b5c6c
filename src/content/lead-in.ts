import type { Token } from 'markdown-it'

/** Where an editor set no marker, the lead-in runs to the paragraph that brings it to this many words. */
const automaticWords = 80

/**
 * The index of the first token after the lead-in, among the tokens of a whole body: after the
 * marker `<!-- more -->`, else after the first paragraph of the text itself (not of a quotation or
 * list) that brings the words to 80. A body without such a paragraph is a lead-in as a whole.
 */
export function leadInEnd(tokens: readonly Token[]): number {
  const marker = tokens.findIndex((token) => token.type === 'more' && token.level === 0)
  if (marker >= 0) return marker + 1
  let words = 0
  for (const [index, token] of tokens.entries()) {
    words += countWords([token])
    const endsParagraph = token.type === 'paragraph_close' && token.level === 0
    if (endsParagraph && words >= automaticWords) return index + 1
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
