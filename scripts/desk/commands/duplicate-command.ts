import { manuscriptCollections } from '../../../src/domain/publication.ts'
import {
  defineCommand,
  formatDeskCommand,
  parseChoice,
  requireSlug,
} from '../command-line/command.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: ['duplicate SLUG [--collection NAME]'],
  summary: 'begins a draft with the same text at another address',
  help: `Running the same command again finds the same copy, as long as nobody has changed it.

  --collection NAME   ${manuscriptCollections.join(', ')} (default: articles)`,
  options: { collection: { type: 'string', default: 'articles' } },
  async run(values, positionals) {
    const collection = parseChoice('--collection', values.collection, manuscriptCollections)
    const slug = requireSlug(positionals, collection)
    const route = 'POST /api/desk/documents/:collection/:slug/duplicate'
    const copy = await callSite(requireAccessKey(), route, { collection, slug })
    const option = collection === 'articles' ? '' : ` --collection ${collection}`
    const next = formatDeskCommand(`fetch ${copy.slug}${option}`)
    console.log(`${collection}/${slug}: copied to ${copy.slug}. To edit it: ${next}`)
    return 'done'
  },
})
