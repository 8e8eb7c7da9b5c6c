/** Reads a Medium export, a ZIP file or folder: a page for each post and draft, and the profile. */
import { fail, succeed } from '../../../../src/domain/result.ts'
import { pluralise } from '../../html-to-markdown/conversion-losses.ts'
import {
  createAuthorFilter,
  type ImportedAuthor,
  type ImportReader,
} from '../../items/imported-item.ts'
import { openExportFiles } from '../export-files.ts'
import { parseMediumProfile } from './medium-page.ts'
import { convertMediumPost } from './medium-post.ts'

export async function* readMediumExport(path: string): ReturnType<ImportReader> {
  const opened = await openExportFiles(path, /posts\/[^/]+\.html$/)
  if (!opened.ok) return yield opened
  const files = opened.value
  try {
    const posts = files.names.filter((name) => /^posts\/[^/]+\.html$/.test(name))
    if (posts.length === 0)
      return yield fail({
        reason: 'isn’t a Medium export: it has no posts folder with HTML files. Export it again.',
      })
    const profileHtml = await files.readText('profile/profile.html')
    const profile = profileHtml.ok ? parseMediumProfile(profileHtml.value) : null
    const listNewAuthors = createAuthorFilter()
    const address = profile ? `https://medium.com/@${profile.key}` : null
    yield succeed({ item: 'site', site: { address, likelyAddress: null } })
    for (const name of posts) {
      const html = await files.readText(name)
      if (!html.ok) {
        const sourceId = `medium:${name}`
        yield succeed({ item: 'excluded', sourceId, title: name, reason: html.failure })
        continue
      }
      const { item, page } = convertMediumPost(name, html.value, profile?.key ?? null)
      for (const key of listNewAuthors(item)) {
        const author = key === profile?.key ? mergeProfile(profile, page?.author) : page?.author
        if (author) yield succeed({ item: 'author', author })
      }
      yield succeed(item)
    }
    const others = files.names.length - posts.length - (profileHtml.ok ? 1 : 0)
    if (others > 0) {
      yield succeed({
        item: 'excluded',
        sourceId: 'medium:other-files',
        title: pluralise(others, '1 other file', 'other files'),
        reason: 'about the account, such as bookmarks and claps',
      })
    }
  } finally {
    files.close()
  }
}

/** Merges the byline's name with the portrait that only the profile has. */
function mergeProfile(
  profile: ImportedAuthor,
  byline: ImportedAuthor | null | undefined,
): ImportedAuthor {
  return { ...profile, name: byline?.name ?? profile.name }
}
