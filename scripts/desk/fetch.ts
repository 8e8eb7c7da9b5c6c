import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { existing } from './change-stored.ts'
import { defineCommand, only } from './command.ts'
import { Stop } from './ending.ts'
import { openDesk } from './environment.ts'
import { type ManuscriptCollection, manuscriptCollections } from './manuscript.ts'
import { formatManuscript } from './manuscript-file.ts'
import { workingFolder } from './prepare.ts'

export const command = defineCommand({
  usage: ['fetch SLUG [--collection NAME] [--to FILE.md] [--overwrite]'],
  summary: 'writes what is stored as a manuscript, with its version',
  help: `Its pictures stay where they are and are named by their ids.

  --collection NAME   ${manuscriptCollections.join(', ')}
  --to FILE.md        instead of SLUG.md
  --overwrite         over a file that is there`,
  options: {
    collection: { type: 'string', default: 'articles' },
    to: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
  },
  async run({ collection, to, overwrite }, positionals) {
    const slug = only(positionals, 'slug')
    if (!manuscriptCollections.includes(collection as ManuscriptCollection)) {
      throw new Stop(`--collection takes one of ${manuscriptCollections.join(', ')}.`, 'usage')
    }
    const place = { collection: collection as ManuscriptCollection, slug }
    const { fields, updateTime } = await existing(await openDesk(), place)
    const text = formatManuscript({ ...place, fields, version: updateTime })
    const file = to ?? `${slug}.md`
    try {
      writeFileSync(resolve(workingFolder(), file), text, { flag: overwrite ? 'w' : 'wx' })
    } catch (error) {
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
      throw new Stop(
        isThere
          ? `${file} is there already: give another name with --to, or say --overwrite.`
          : `${file} cannot be written.`,
      )
    }
    console.log(`${file}: ${collection}/${slug} as of ${updateTime}`)
    return 'done'
  },
})
