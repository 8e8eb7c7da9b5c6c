import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { manuscriptCollections } from '../../../src/domain/publication.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { defineCommand, parseChoice, requireSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { getDraft, getSavedBy, requireDocument, toText } from '../documents/site-documents.ts'
import { formatKnownState } from '../manuscripts/known-state.ts'
import { requireAccessKey } from '../site/access-key.ts'

export const command = defineCommand({
  usage: ['fetch SLUG [--collection NAME] [--to FILE.md] [--overwrite]'],
  summary: 'saves a document’s draft, or the document if it has none, as a manuscript',
  help: `Pictures are not downloaded; the manuscript refers to them by id.

  --collection NAME   ${manuscriptCollections.join(', ')}
  --to FILE.md        the file to write (default: SLUG.md)
  --overwrite         replace the file if it exists`,
  options: {
    collection: { type: 'string', default: 'articles' },
    to: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
  },
  async run({ to, overwrite, ...values }, positionals) {
    const collection = parseChoice('--collection', values.collection, manuscriptCollections)
    const slug = requireSlug(positionals, collection === 'tags' ? collection : undefined)
    const document = await requireDocument(requireAccessKey(), { collection, slug })
    const draft = getDraft(document)
    const content = draft ?? document.stored
    if (!content)
      throw new DeskError(
        `${collection}/${slug} is in the bin. Restore it on the site first, at /desk.`,
      )
    const state = draft ?? { base: document.stored!.version, revision: null }
    const version = formatKnownState(state)
    const text = formatManuscript({ collection, fields: toText(collection, content), version })
    const file = to ?? `${slug}.md`
    try {
      writeFileSync(resolve(workingDirectory(), file), text, { flag: overwrite ? 'w' : 'wx' })
    } catch (error) {
      const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
      throw new DeskError(
        exists
          ? `${file} already exists. Choose another name with --to, or add --overwrite.`
          : `${file} can’t be written. Choose another name with --to.`,
      )
    }
    const what = draft ? `the draft that ${getSavedBy(draft)} saved` : `version ${version}`
    console.log(`${file}: ${collection}/${slug}, ${what}`)
    return 'done'
  },
})
