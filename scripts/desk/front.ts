import { tellSite, waitingHelp, waitingOptions } from './announcing.ts'
import { replaceStored } from './change-stored.ts'
import { defineCommand, writingHelp, writingOptions } from './command.ts'
import { Stop } from './ending.ts'
import { type Desk, openDesk } from './environment.ts'
import { changeFront, emptyFront, type FrontPage } from './front-page.ts'
import { inParallel } from './in-parallel.ts'
import { plain } from './plain.ts'
import { readStored } from './surroundings.ts'

const place = { collection: 'front', slug: 'home' } as const

export const command = defineCommand({
  usage: [
    'front',
    'front [--lead SLUG|none] [--order A,B,C] [--pin SLUG]… [--unpin SLUG]… [--wait] [--dry-run]',
  ],
  summary: 'shows and changes what stands on the front page',
  help: `The newest articles fill what is left open.

  --lead SLUG       first of all; none: the newest
  --order A,B,C     the second tier, in order; empty: the newest
  --pin SLUG        first in its section, whatever else comes; may be given more than once
  --unpin SLUG      no longer
${waitingHelp}
${writingHelp}`,
  options: {
    ...writingOptions,
    ...waitingOptions,
    lead: { type: 'string' },
    order: { type: 'string' },
    pin: { type: 'string', multiple: true, default: [] },
    unpin: { type: 'string', multiple: true, default: [] },
  },
  async run(values, positionals) {
    if (positionals.length > 0) throw new Stop('"front" takes options only.', 'usage')
    const { lead, order, pin, unpin } = values
    const desk = await openDesk(values.by)
    const stored = await readStored(desk, 'front/home')
    const front = { ...emptyFront, ...(stored?.fields as Partial<FrontPage> | undefined) }
    if (lead === undefined && order === undefined && pin.length + unpin.length === 0) {
      await show(desk, front)
      return 'done'
    }
    const slugs = order?.split(',').flatMap((slug) => slug.trim() || [])
    const fields = changeFront(front, { lead, order: slugs, pin, unpin })
    await refuseUnpublished(desk, fields)
    const options = { action: 'arranged', dryRun: values['dry-run'] }
    const at = await replaceStored(desk, { ...place, stored, fields: { ...fields } }, options)
    await show(desk, fields)
    return tellSite(desk, at, [], values)
  },
})

const namesOf = ({ lead, order, pins }: FrontPage) => [
  ...new Set([...(lead === null ? [] : [lead]), ...order, ...pins]),
]

/** All of them are looked at, also those that stood there before: one may be gone since. */
async function refuseUnpublished(desk: Desk, front: FrontPage) {
  const problems = await inParallel(namesOf(front), 8, async (slug) => {
    const stored = await readStored(desk, `articles/${encodeURIComponent(slug)}`)
    if (!stored) return [`there is no article ${slug}`]
    const { status } = stored.fields
    return status === 'published' ? [] : [`${slug} is ${status}, and not for readers`]
  })
  if (problems.flat().length > 0)
    throw new Stop(`Nothing was written: ${problems.flat().join('; ')}.`)
}

async function show(desk: Desk, front: FrontPage) {
  const slugs = namesOf(front)
  const stored = await inParallel(slugs, 8, (slug) => readStored(desk, `articles/${slug}`))
  const named = (slug: string) => {
    const fields = stored[slugs.indexOf(slug)]?.fields
    if (!fields) return `${slug} (there is no such article)`
    return `${slug}  ${fields.title}${fields.status === 'published' ? '' : ` (${fields.status})`}`
  }
  const tier = (name: string, tierSlugs: readonly string[]) =>
    tierSlugs.length === 0
      ? [`${name}  the newest`]
      : tierSlugs.map((slug) => `${name}  ${named(slug)}`)
  const pins = front.pins.map((slug) => `pinned  ${named(slug)}`)
  const lines = [
    ...tier('lead  ', front.lead === null ? [] : [front.lead]),
    ...tier('order ', front.order),
    ...pins,
  ]
  console.log(plain(lines.join('\n')))
}
