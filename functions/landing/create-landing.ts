import type { Landing, LandingList, LandingStory } from '../../src/contracts/site-files/landing.ts'
import type { StoryList } from '../../src/domain/archive/story-list.ts'
import type { Placements } from '../../src/domain/publication.ts'
import type { LandingPath } from './landing-path.ts'

/** Provides the data with which a page's template is rendered. */
export function createLanding(
  { subject, format }: LandingPath,
  list: LandingList,
  { stories, page: archive }: StoryList<LandingStory>,
  front: Placements | null,
): Landing {
  if (format !== 'page') return createFeed(subject, format, list, stories)
  switch (subject.kind) {
    case 'front':
      return { view: 'front', stories, front }
    case 'category':
      return { view: 'category', slug: subject.slug, archive }
    case 'tag':
      return { view: 'tag', tag: getTag(list), archive }
    case 'author':
      return { view: 'author', author: getAuthor(list), archive }
    case 'latest':
    case 'news':
      return { view: 'latest', archive }
  }
}

function createFeed(
  subject: LandingPath['subject'],
  format: Exclude<LandingPath['format'], 'page'>,
  list: LandingList,
  stories: readonly LandingStory[],
): Landing {
  const view = 'feed'
  if (subject.kind === 'category') {
    return { view, feed: { kind: 'category', slug: subject.slug }, stories }
  }
  if (subject.kind === 'author') {
    return { view, feed: { kind: 'author', author: getAuthor(list) }, stories }
  }
  return { view, feed: { kind: format }, stories }
}

function getTag({ tag }: LandingList) {
  if (!tag) throw new Error('The list has no tag.')
  return tag
}

function getAuthor({ author }: LandingList) {
  if (!author) throw new Error('The list has no author.')
  return author
}
