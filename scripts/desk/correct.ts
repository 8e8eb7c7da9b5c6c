import { tellSite, waitingHelp, waitingOptions } from './announcing.ts'
import { existing, replaceStored } from './change-stored.ts'
import { defineCommand, only, writingHelp, writingOptions } from './command.ts'
import { Stop } from './ending.ts'
import { openDesk } from './environment.ts'

export const command = defineCommand({
  usage: ['correct SLUG --text WORDS [--wait] [--dry-run]'],
  summary: 'adds a correction to a published article, with the time of now',
  help: `Readers see it below the article. Where the text itself changes too, "desk fetch SLUG" afterwards,
change the file and publish it.

  --text WORDS      what was wrong, and what is right
${waitingHelp}
${writingHelp}`,
  options: { ...writingOptions, ...waitingOptions, text: { type: 'string' } },
  async run(values, positionals) {
    const place = { collection: 'articles', slug: only(positionals, 'slug') } as const
    const text = values.text?.trim()
    if (!text) throw new Stop('Say with --text what is corrected.', 'usage')
    const desk = await openDesk(values.by)
    const stored = await existing(desk, place)
    if (stored.fields.status !== 'published') {
      throw new Stop(
        `${place.slug} is ${stored.fields.status}: only what readers have is corrected.`,
      )
    }
    const earlier = (stored.fields.corrections ?? []) as readonly { text?: unknown }[]
    // The same words again are the same command again.
    const isThere = earlier.some((correction) => correction.text === text)
    const corrections = isThere ? earlier : [...earlier, { at: new Date(), text }]
    const at = await replaceStored(
      desk,
      { ...place, stored, fields: { ...stored.fields, corrections } },
      { action: 'corrected', message: text, dryRun: values['dry-run'] },
    )
    return tellSite(desk, at, [], values)
  },
})
