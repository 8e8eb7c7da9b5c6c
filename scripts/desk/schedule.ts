import { tellSite } from './announcing.ts'
import { defineCommand, only, writingHelp, writingOptions } from './command.ts'
import { gravest, Stop } from './ending.ts'
import { openDesk } from './environment.ts'
import { instantExample, parseInstant, printInstant } from './instant.ts'
import { overwriteHelp } from './publish.ts'
import { storeManuscripts } from './store-manuscripts.ts'

export const command = defineCommand({
  usage: ['schedule FILE --at TIME [--overwrite] [--dry-run]'],
  summary: 'stores an article that appears by itself, at its minute',
  help: `  --at TIME         with its zone: ${instantExample}
${overwriteHelp}
  --message WORDS   for the log
${writingHelp}

To change the time, schedule it again; to publish it at once, "desk publish FILE" after taking
publishedAt out of the file; to take it back, "desk withdraw SLUG".`,
  options: {
    ...writingOptions,
    at: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
    message: { type: 'string' },
  },
  async run(values, positionals) {
    const file = only(positionals, 'file')
    const publishedAt = parseInstant(values.at ?? '')
    if (!publishedAt) throw new Stop(`--at takes a time with its zone: ${instantExample}`, 'usage')
    if (publishedAt.getTime() <= Date.now()) {
      throw new Stop(`${printInstant(publishedAt)} is over: "desk publish" does it now.`)
    }
    const desk = await openDesk(values.by)
    const { ending, manuscripts, at } = await storeManuscripts(desk, [file], {
      standing: { status: 'scheduled', publishedAt },
      action: 'scheduled',
      message: values.message,
      overwrite: values.overwrite,
      dryRun: values['dry-run'],
      refuse: ({ fields }) =>
        fields.status === undefined || fields.status === 'published'
          ? 'readers have it already; only an article can be scheduled, and only before that'
          : null,
    })
    for (const { ready } of manuscripts) {
      const { slug } = ready.manuscript
      console.log(`articles/${slug}: appears at ${printInstant(publishedAt)}`)
    }
    return gravest([ending, await tellSite(desk, at, [], { wait: false, timeout: '1' })])
  },
})
