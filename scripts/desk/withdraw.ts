import { tellSite, waitingHelp, waitingOptions } from './announcing.ts'
import { existing, replaceStored } from './change-stored.ts'
import { defineCommand, only, writingHelp, writingOptions } from './command.ts'
import { openDesk } from './environment.ts'

export const command = defineCommand({
  usage: ['withdraw SLUG [--message WORDS] [--wait] [--dry-run]'],
  summary: 'takes an article away: its page, its text, its place in search and feeds',
  help: `Its closed part is refused to readers at once; the page, with what anybody may read, goes with
the next build (--wait waits for it). It stays stored, as withdrawn: publishing its file brings it back.

  --message WORDS   for the log
${waitingHelp}
${writingHelp}`,
  options: { ...writingOptions, ...waitingOptions, message: { type: 'string' } },
  async run(values, positionals) {
    const place = { collection: 'articles', slug: only(positionals, 'slug') } as const
    const desk = await openDesk(values.by)
    const stored = await existing(desk, place)
    const fields = { ...stored.fields, status: 'withdrawn' }
    const at = await replaceStored(
      desk,
      { ...place, stored, fields },
      {
        action: 'withdrawn',
        ...(values.message === undefined ? {} : { message: values.message }),
        dryRun: values['dry-run'],
      },
    )
    return tellSite(desk, at, [], values)
  },
})
