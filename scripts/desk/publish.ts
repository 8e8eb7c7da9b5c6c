import { tellSite, waitingHelp, waitingOptions } from './announcing.ts'
import { defineCommand, writingHelp, writingOptions } from './command.ts'
import { gravest, Stop } from './ending.ts'
import { openDesk } from './environment.ts'
import { addressOf } from './site.ts'
import { type StoredManuscript, storeManuscripts } from './store-manuscripts.ts'

export const overwriteHelp =
  '  --overwrite       over what somebody else has written meanwhile, which stays in the log'

export const command = defineCommand({
  usage: ['publish FILE… [--wait] [--overwrite] [--dry-run] [--message WORDS]'],
  summary: 'stores manuscripts with their pictures, and shows them to readers',
  help: `Everything is validated first: where one file has a problem, nothing is written. An article
without publishedAt takes the time of now, which is written back into its file, as is the
version: by it the desk sees when somebody else has changed the article since.

${overwriteHelp}
  --message WORDS   for the log
${waitingHelp}
${writingHelp}`,
  options: {
    ...writingOptions,
    ...waitingOptions,
    overwrite: { type: 'boolean', default: false },
    message: { type: 'string' },
  },
  async run(values, files) {
    if (files.length === 0) throw new Stop('Name the files to publish.', 'usage')
    const desk = await openDesk(values.by)
    const { ending, manuscripts, at } = await storeManuscripts(desk, files, {
      standing: { status: 'published' },
      action: 'published',
      message: values.message,
      overwrite: values.overwrite,
      dryRun: values['dry-run'],
    })
    for (const stored of manuscripts) sayStored(stored)
    const fresh = manuscripts
      .filter(({ outcome, isNew }) => isNew && outcome.result === 'written')
      .map(({ ready }) => ready.manuscript)
    return gravest([ending, await tellSite(desk, at, fresh, values)])
  },
})

export function sayStored({ ready, outcome }: StoredManuscript) {
  const { collection, slug } = ready.manuscript
  if (outcome.result === 'unchanged') console.log(`${collection}/${slug}: is stored so already`)
  if (outcome.result === 'written')
    console.log(`${collection}/${slug}: stored, ${addressOf(ready.manuscript)}`)
}
