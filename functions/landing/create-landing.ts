import type {
  FrontChoices,
  Landing,
  LandingArchive,
  LandingList,
  LandingStory,
} from '../../src/contracts/site-files/landing.ts'
import type { LandingPath } from './landing-path.ts'

/** Stories on one page at most, after hundreds were published without a build. */
const maxShown = 100

/** Chooses what a page shows from stories to which the changes have been applied. */
export function createLanding(
  { subject, format }: LandingPath,
  list: LandingList,
  stories: readonly LandingStory[],
  front: FrontChoices | null,
): Landing {
  if (format !== 'page') return createFeed(subject, format, list, stories)
  switch (subject.kind) {
    case 'front':
      return { view: 'front', stories, front }
    case 'category':
      return { view: 'category', slug: subject.slug, archive: createArchive(list, stories) }
    case 'tag':
      return { view: 'tag', tag: getTag(list), archive: createArchive(list, stories) }
    case 'author':
      return { view: 'author', author: getAuthor(list), archive: createArchive(list, stories) }
    case 'latest':
    case 'news':
      return { view: 'latest', archive: createArchive(list, stories) }
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

/** Adds to the built page: numbered pages, and their number, are left to the build. */
function createArchive(
  { stories: built, archive }: LandingList,
  stories: readonly LandingStory[],
): LandingArchive {
  const older = archive?.older
  const oldest = older === undefined || !archive ? undefined : built[archive.size - 1]
  const items = stories
    .filter(({ publishedAt }) => !oldest || publishedAt >= oldest.publishedAt)
    .slice(0, maxShown)
  return { number: null, items, newer: undefined, older }
}

function getTag({ tag }: LandingList) {
  if (!tag) throw new Error('The list has no tag.')
  return tag
}

function getAuthor({ author }: LandingList) {
  if (!author) throw new Error('The list has no author.')
  return author
}
