import {
  defineCommand,
  formatDeskCommand,
  requireSlug,
  writeHelp,
  writeOptions,
} from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { replaceDocument, requireDocument } from '../documents/replace-document.ts'
import { notifySiteAndWait, parseWaitSettings, waitHelp, waitOptions } from '../site/notify-site.ts'

export const command = defineCommand({
  usage: ['correct SLUG --text WORDS [--wait] [--dry-run]'],
  summary: 'adds a correction, dated now, to a published article',
  help: `Readers see the correction below the article. To change the text as well, run
“${formatDeskCommand('fetch SLUG')}” afterwards, edit the file and publish it.

  --text WORDS      what was wrong, and what is right
${waitHelp}
${writeHelp}`,
  options: { ...writeOptions, ...waitOptions, text: { type: 'string' } },
  async run(values, positionals) {
    const ref = { collection: 'articles', slug: requireSlug(positionals) } as const
    const text = values.text?.trim()
    if (!text) throw new DeskError('Describe the correction with --text.', 'usage')
    const waitSettings = parseWaitSettings(values)
    const desk = await openDesk(values.by)
    const stored = await requireDocument(desk, ref)
    if (stored.fields.status !== 'published') {
      throw new DeskError(
        `articles/${ref.slug} is ${stored.fields.status}. Only published articles can be corrected. To change this one, publish its file.`,
      )
    }
    const existingCorrections = (stored.fields.corrections ?? []) as readonly { text?: unknown }[]
    // Running the same command again adds nothing.
    const isAlreadyAdded = existingCorrections.some((correction) => correction.text === text)
    const corrections = isAlreadyAdded
      ? existingCorrections
      : [...existingCorrections, { at: new Date(), text }]
    const changedAt = await replaceDocument(
      desk,
      { ...ref, stored, fields: { ...stored.fields, corrections } },
      { action: 'corrected', message: text, dryRun: values['dry-run'] },
    )
    return notifySiteAndWait(desk, changedAt, [], waitSettings)
  },
})
