/** Removes parts of texts that tools and themes hide from readers. */
import type { LossReport } from '../../html-to-markdown/conversion-losses.ts'
import { noteConversion, noteLoss } from '../../items/note.ts'

/** Matches comments, conditions, and tags whose content themes lock or leave out. */
const hidingTag =
  /^(?:(?:comment|doc|if|ifchanged|unless|case|capture|macro)$|\w*(?:encrypt|password|protected|private|hidden|secret|draft))/i

type Pair = { readonly start: number; end: number }

/** Removes paired tags and their content, in linear time. `tag` has a group for a tag's text. Unclosed tags stay. */
export function removeHidingTags(text: string, tag: RegExp, losses: LossReport): string {
  const startsByName = new Map<string, number[]>()
  const pairs: Pair[] = []
  const addPair = (opening: number, end: number) => {
    let start = opening
    while ((pairs.at(-1)?.end ?? -1) > start) start = Math.min(start, pairs.pop()!.start)
    pairs.push({ start, end })
  }
  for (const { 0: whole, 1: inner = '', index } of text.matchAll(tag)) {
    const written = inner.replace(/^-/, '').trimStart()
    const closing = /^(?:\/|end)/.exec(written)?.[0] ?? ''
    const name = /^[\w-]+/.exec(written.slice(closing.length).trimStart())?.[0] ?? ''
    if (!hidingTag.test(name)) continue
    const starts = startsByName.get(name) ?? []
    startsByName.set(name, starts)
    if (closing === '') starts.push(index)
    else if (starts.length > 0) {
      addPair(starts.pop()!, index + whole.length)
      losses.add(noteLoss('{} removed, with its content', name))
    }
  }
  // The end of a comment may be missing.
  const unclosed = startsByName.get('comment')?.[0]
  if (unclosed !== undefined) {
    addPair(unclosed, text.length)
    losses.add(noteLoss('{} removed, with its content', 'comment'))
  }
  const ends = [0, ...pairs.map(({ end }) => end)]
  return ends.map((end, index) => text.slice(end, pairs[index]?.start)).join('')
}

const commentLine = /^ {0,3}\[(?:comments?|\/\/|#|_|-|\.)\]:/i

/** Removes definitions of links that are comments: `[comment]: <> (Text)`. */
export function removeCommentLines(text: string, losses: LossReport): string {
  let isOpen = false
  const kept = text.split('\n').filter((line) => {
    const isStart = commentLine.test(line)
    const isComment = isStart || (isOpen && line.trim() !== '')
    if (isStart) losses.add(noteConversion('comments removed'))
    // The text may have several lines.
    isOpen = isComment && (isOpen || /[("']/.test(line)) && !/[)"']\s*$/.test(line)
    return !isComment
  })
  return kept.join('\n')
}
