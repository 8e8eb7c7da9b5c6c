/**
 * Stories for a reader who found too little to read: by what they have said they like, and the newest
 * of every other kind where that does not fill the list. Nothing that they have read.
 */
import type { Likings } from '../../domain/answers.ts'
import { type Choosable, chooseForYou } from '../../domain/for-you.ts'

/** As many as fill a list of two columns. */
export const unreadShown = 6

export function chooseUnread<Story extends Choosable>(
  newestFirst: readonly Story[],
  likings: Likings,
  read: ReadonlySet<string>,
): readonly Story[] {
  const room = unreadShown
  const liked = chooseForYou(newestFirst, likings, { room, without: read })
  const others = newestFirst.filter((story) => !read.has(story.slug) && !liked.includes(story))
  const kinds = new Set(liked.map(({ categories: [own] }) => own))
  const varied = others.filter(({ categories: [own] }) => {
    const isNew = !kinds.has(own)
    kinds.add(own)
    return isNew
  })
  const rest = others.filter((story) => !varied.includes(story))
  return [...liked, ...varied, ...rest].slice(0, room)
}
