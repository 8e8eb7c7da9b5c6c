/** Reads the copy of a running WordPress site (`copy-site.ts`). */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { pluralise } from '../../html-to-markdown/conversion-losses.ts'
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import {
  createAuthorFilter,
  type ImportedAuthor,
  type ImportedImage,
  type ImportedItem,
  type ImportFailure,
  type ImportReader,
} from '../../items/imported-item.ts'
import {
  type CollectionName,
  mediaSchema,
  type SiteMedia,
  type SiteUser,
  termSchema,
  userSchema,
} from './site-collections.ts'
import { readCopiedItems, readSiteCopy, type SiteCopy } from './site-copy.ts'
import { convertSitePost, type SiteIndex } from './site-post.ts'

export function createWordPressSiteReader(timeZone: string): ImportReader {
  return async function* readCopy(folder) {
    const copy = readSiteCopy(folder)
    if (!copy?.finishedAt)
      return yield fail({
        reason: 'isn’t a complete copy of a WordPress site. Run the import again to complete it.',
      })
    const indexed = await indexSite(folder, copy)
    if (!indexed.ok) return yield indexed
    const { index, users } = indexed.value
    yield succeed({
      item: 'site',
      site: { address: getOwnAddress(copy), likelyAddress: copy.home },
    })
    const listNewAuthors = createAuthorFilter()
    for (const kind of ['article', 'page'] as const) {
      const collection = kind === 'article' ? 'posts' : 'pages'
      for await (const value of readCopiedItems(folder, copy, collection)) {
        if (!value.ok) return yield value
        const item = convertSitePost(value.value, kind, index, timeZone)
        for (const key of listNewAuthors(item)) {
          const user = users.get(key)
          if (user) yield succeed({ item: 'author', author: convertUser(key, user) })
        }
        yield succeed(item)
      }
    }
    for (const item of listGaps(copy)) yield succeed(item)
  }
}

const getHost = (address: string) => URL.parse(address)?.host.replace(/^www\./, '')

/** A site that calls itself by another host's name must not get the keys of that host's stories. */
const getOwnAddress = ({ address, root, home }: SiteCopy): string =>
  getHost(home) === getHost(root) ? home : address

async function indexSite(
  folder: string,
  copy: SiteCopy,
): Promise<Result<{ index: SiteIndex; users: Map<string, SiteUser> }, ImportFailure>> {
  const categories = new Map<number, string>()
  const tags = new Map<number, string>()
  const authorKeys = new Map<number, string>()
  const users = new Map<string, SiteUser>()
  const media = new Map<string, ImportedImage>()
  const readers: Partial<Record<CollectionName, (value: unknown) => void>> = {
    categories: (value) => addTerm(categories, value),
    tags: (value) => addTerm(tags, value),
    users(value) {
      const user = userSchema.safeParse(value).data
      if (!user) return
      const key = user.slug || `user-${user.id}`
      authorKeys.set(user.id, key)
      users.set(key, user)
    },
    media(value) {
      const item = mediaSchema.safeParse(value).data
      const image = item && convertMedia(item)
      if (image) media.set(String(item.id), image)
    },
  }
  for (const [name, add] of Object.entries(readers)) {
    for await (const value of readCopiedItems(folder, copy, name as CollectionName)) {
      if (!value.ok) return value
      add(value.value)
    }
  }
  return succeed({ index: { home: copy.home, categories, tags, authorKeys, media }, users })
}

function addTerm(slugs: Map<number, string>, value: unknown): void {
  const term = termSchema.safeParse(value).data
  if (term) slugs.set(term.id, term.slug || htmlToText(term.name))
}

function convertUser(key: string, { name, slug, description, link }: SiteUser): ImportedAuthor {
  const url = URL.parse(link)
  return {
    key,
    name: htmlToText(name) || key,
    slug,
    bio: htmlToText(description) || null,
    // Sites show Gravatar's picture, which is a placeholder as a rule.
    portrait: null,
    formerAddresses: url && url.search === '' && url.pathname !== '/' ? [url.pathname] : [],
  }
}

/** Returns null for audio, video and other files. */
function convertMedia({
  source_url,
  alt_text,
  caption,
  media_type,
}: SiteMedia): ImportedImage | null {
  if (media_type !== 'image' || !/^https?:\/\//.test(source_url)) return null
  return {
    src: source_url,
    alt: htmlToText(alt_text) || null,
    caption: htmlToText(caption) || null,
    credit: null,
  }
}

/** Yields lines of the report for content that the site doesn't show or that isn't imported. */
function* listGaps({ collections, comments, otherTypes }: SiteCopy): Generator<ImportedItem> {
  const exclude = (id: string, title: string, reason: string): ImportedItem => ({
    item: 'excluded',
    sourceId: `wordpress:${id}`,
    title,
    reason,
  })
  for (const [name, { refusal, gap, items, total }] of Object.entries(collections)) {
    if (refusal !== null)
      yield exclude(name, `all ${name}`, `not shown by the site, which ${refusal}`)
    else if (gap !== null || (total !== null && total !== items)) {
      yield exclude(
        `${name}:changed`,
        total === null ? `${items} ${name}` : `${items} of ${total} ${name}`,
        `${gap ?? 'the site changed while it was being copied'}: run the import again with --refresh`,
      )
    }
  }
  if (comments) {
    yield exclude(
      'comments',
      pluralise(comments, 'one comment', 'comments'),
      'comments aren’t imported',
    )
  }
  for (const type of otherTypes)
    yield exclude(`type:${type}`, `posts of type ${type}`, 'only posts and pages are imported')
}
