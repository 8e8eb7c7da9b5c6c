import type { StoredDocument } from '../../functions/adapters/firestore.ts'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { tellSite, waitingHelp, waitingOptions } from './announcing.ts'
import { existing, replaceStored } from './change-stored.ts'
import { defineCommand, only, writingHelp, writingOptions } from './command.ts'
import { firestoreStop, Stop } from './ending.ts'
import { type Desk, openDesk } from './environment.ts'
import { printInstant } from './instant.ts'
import { type ManuscriptCollection, manuscriptCollections } from './manuscript.ts'
import { formatManuscript } from './manuscript-file.ts'
import { plain } from './plain.ts'
import { type Place, revisionSchema, revisionsOf } from './revision.ts'
import { readStored } from './surroundings.ts'

const collections = [...manuscriptCollections, 'front'] as const

export const command = defineCommand({
  usage: [
    'log SLUG [--collection NAME]',
    'log SLUG --show ID',
    'log SLUG --restore ID [--wait] [--dry-run]',
  ],
  summary: 'who changed it, when and what, newest first; and back to an earlier state',
  help: `  --collection NAME   ${collections.join(', ')} (the front page is called home)
  --show ID           that revision as a manuscript
  --restore ID        stores it again, as a new revision; an article keeps the status that it has
${waitingHelp}
${writingHelp}`,
  options: {
    ...writingOptions,
    ...waitingOptions,
    collection: { type: 'string', default: 'articles' },
    show: { type: 'string' },
    restore: { type: 'string' },
  },
  async run(values, positionals) {
    const slug = only(positionals, 'slug')
    if (!collections.includes(values.collection as (typeof collections)[number])) {
      throw new Stop(`--collection takes one of ${collections.join(', ')}.`, 'usage')
    }
    const place = { collection: values.collection as (typeof collections)[number], slug }
    const desk = await openDesk(values.by)
    if (values.show !== undefined) {
      console.log(plain(print(place, await revisionFields(desk, place, values.show))))
      return 'done'
    }
    if (values.restore === undefined) return sayLog(desk, place)

    const stored = await existing(desk, place)
    const earlier = await revisionFields(desk, place, values.restore)
    const { status, publishedAt } = stored.fields
    // What readers may see is for publish and withdraw to say.
    const standing = status === undefined ? {} : { status, publishedAt }
    const fields = { ...earlier, ...standing }
    const at = await replaceStored(
      desk,
      { ...place, stored, fields },
      { action: 'restored', message: values.restore, dryRun: values['dry-run'] },
    )
    return tellSite(desk, at, [], values)
  },
})

function print({ collection }: Place, fields: Fields): string {
  if (collection === 'front') return JSON.stringify(fields, null, 2)
  return formatManuscript({ collection: collection as ManuscriptCollection, fields, version: null })
}

type Entry = { readonly place: Place; readonly document: StoredDocument }

/** Its revisions under this name and the earlier ones, oldest first; `show` and `restore` find them all. */
async function revisions(desk: Desk, place: Place): Promise<Entry[]> {
  const entries: Entry[] = []
  const seen = new Set<string>()
  const wanted = [place.slug]
  for (let slug = wanted.pop(); slug !== undefined; slug = wanted.pop()) {
    // Somebody may have renamed it back.
    if (seen.has(slug)) continue
    seen.add(slug)
    const own = { ...place, slug }
    const answer = await desk.firestore.query({
      ...revisionsOf(own),
      orderBy: 'at',
      fields: ['at', 'by', 'action', 'message', 'formerSlug'],
    })
    if (!answer.ok) throw firestoreStop(`reading the log of ${slug}`, answer.failure)
    for (const document of answer.value.documents) {
      entries.push({ place: own, document })
      const { formerSlug } = document.fields
      if (typeof formerSlug === 'string') wanted.push(formerSlug)
    }
  }
  const timeOf = ({ document }: Entry) => Number(document.fields.at)
  return entries.sort((one, other) => timeOf(one) - timeOf(other))
}

async function sayLog(desk: Desk, place: Place) {
  const entries = await revisions(desk, place)
  if (entries.length === 0) {
    await existing(desk, place)
    console.log('The desk has not changed it yet.')
    return 'done' as const
  }
  for (const { document } of entries.reverse()) {
    const revision = revisionSchema.safeParse(document.fields)
    if (!revision.success) continue
    const { at, by, action, message } = revision.data
    const who = by ?? 'by other means'
    const words = message === undefined ? '' : `: ${message}`
    console.log(plain(`${document.id}  ${printInstant(at)}  ${who}  ${action}${words}`))
  }
  return 'done' as const
}

/** The whole document as it was then. */
async function revisionFields(desk: Desk, place: Place, id: string): Promise<Fields> {
  const found = (await revisions(desk, place)).find(({ document }) => document.id === id)
  const path = found && `${place.collection}/${found.place.slug}/revisions/${id}`
  const stored = path ? await readStored(desk, path) : null
  const fields = stored?.fields.fields
  if (typeof fields === 'object' && fields !== null) return fields as Fields
  throw new Stop(`${place.slug} has no revision ${id}: see "desk log ${place.slug}".`)
}
