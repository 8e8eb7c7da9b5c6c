import { publicPath } from '../../../src/content/manuscript/document.ts'
import { renamableCollections } from '../../../src/domain/renamable-collections.ts'
import { defineCommand, parseChoice, parseSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { findDocument } from '../documents/site-documents.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { parseWaitSettings, waitForSite, waitHelp, waitOptions } from '../site/wait-for-site.ts'

export const command = defineCommand({
  usage: ['rename OLD NEW [--collection articles|pages|events] [--wait]'],
  summary: 'changes an address; if the old one was public, it redirects permanently',
  help: `OLD and NEW are slugs. Rename your file too. The story keeps its identifier in feeds, its place on the front page, and
its readers’ records.

${waitHelp}`,
  options: { ...waitOptions, collection: { type: 'string', default: 'articles' } },
  async run(values, [slug, to, ...others]) {
    if (!slug || !to || others.length > 0)
      throw new DeskError('Name the old and the new slug.', 'usage')
    const collection = parseChoice('--collection', values.collection, renamableCollections)
    parseSlug(slug)
    parseSlug(to)
    const waitSettings = parseWaitSettings(values)
    const site = requireAccessKey()
    const before = await findDocument(site, { collection, slug })
    const route = 'POST /api/desk/documents/:collection/:slug/rename'
    const { path, committedAt = null } = await callSite(site, route, { collection, slug, to })
    const from = publicPath({ collection, slug })
    const isPublic = before?.stored && before.stored.state !== 'scheduled'
    if (!before) console.log(`${path}: no change, already renamed from ${slug}`)
    else
      console.log(
        isPublic
          ? `${from} now redirects to ${path}`
          : `${from} isn’t public, so it doesn’t redirect to ${path}`,
      )
    const isVisible = collection === 'articles' && before?.stored?.state === 'published'
    return waitForSite(site, committedAt, isVisible ? [path!] : [], waitSettings)
  },
})
