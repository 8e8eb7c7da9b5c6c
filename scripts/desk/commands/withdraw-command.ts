import { publicPath } from '../../../src/content/manuscript/document.ts'
import { defineCommand, requireSlug, writeHelp, writeOptions } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { replaceDocument, requireDocument } from '../documents/replace-document.ts'
import { notifySiteAndWait, parseWaitSettings, waitHelp, waitOptions } from '../site/notify-site.ts'

export const command = defineCommand({
  usage: ['withdraw SLUG [--message WORDS] [--wait] [--dry-run]'],
  summary: 'withdraws an article from the site, search and feeds',
  help: `Subscribers lose access to the full text at once. The page and its free preview are removed by the next
build (--wait waits for it). The article stays stored as withdrawn; publish its file to restore it.

  --message WORDS   a note for the log
${waitHelp}
${writeHelp}`,
  options: { ...writeOptions, ...waitOptions, message: { type: 'string' } },
  async run(values, positionals) {
    const ref = { collection: 'articles', slug: requireSlug(positionals) } as const
    const waitSettings = parseWaitSettings(values)
    const desk = await openDesk(values.by)
    const stored = await requireDocument(desk, ref)
    const fields = { ...stored.fields, status: 'withdrawn' }
    const changedAt = await replaceDocument(
      desk,
      { ...ref, stored, fields },
      {
        action: 'withdrawn',
        ...(values.message === undefined ? {} : { message: values.message }),
        dryRun: values['dry-run'],
      },
    )
    const address = desk.siteUrl + publicPath(ref)
    const isPublic = stored.fields.status === 'published'
    if (isPublic && changedAt !== null) {
      console.log('Subscribers can’t open the full text any more.')
      if (!waitSettings.wait)
        console.log(
          `${address} is gone after the next build, which starts now. To wait for it, add --wait.`,
        )
    }
    if (!isPublic && stored.fields.status !== 'withdrawn' && changedAt !== null)
      console.log('It isn’t public, and won’t be published.')
    const status = await notifySiteAndWait(desk, changedAt, [], waitSettings)
    if (isPublic && changedAt !== null && waitSettings.wait && status === 'done')
      console.log(`${address} is gone.`)
    return status
  },
})
