import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseDraft, toDraftDocument } from '../../../functions/documents/load-document.ts'
import { manuscriptCollections } from '../../../src/content/manuscript/document.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { getDraftPath } from '../../../src/domain/draft.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { defineCommand, parseChoice, requireSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { requireDocument } from '../documents/replace-document.ts'
import { readDocument } from '../documents/stored-documents.ts'

export const command = defineCommand({
  usage: ['fetch SLUG [--collection NAME] [--to FILE.md] [--overwrite]'],
  summary: 'saves the stored document as a manuscript, with its version',
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
    const ref = { collection, slug }
    const desk = await openDesk()
    const record = await readDocument(desk, getDraftPath(collection, slug))
    const draft = record && parseDraft(record)
    const isNew = draft !== null && draft.base === null && !draft.deletedAt
    const { fields, updateTime } = isNew
      ? { fields: toDraftDocument(draft), updateTime: null }
      : await requireDocument(desk, ref)
    const text = formatManuscript({ ...ref, fields, version: updateTime })
    const file = to ?? `${slug}.md`
    try {
      writeFileSync(resolve(workingDirectory(), file), text, { flag: overwrite ? 'w' : 'wx' })
    } catch (error) {
      const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
      throw new DeskError(
        exists
          ? `${file} already exists. Choose another name with --to, or use --overwrite.`
          : `${file} can’t be written. Choose another name with --to.`,
      )
    }
    console.log(
      `${file}: ${collection}/${slug}, ${updateTime ? `version ${updateTime}` : 'a draft'}`,
    )
    return 'done'
  },
})
