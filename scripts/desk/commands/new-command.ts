import { dirname, join } from 'node:path'
import { accentColours, categorySlugs } from '../../../src/domain/category.ts'
import { slugSchema } from '../../../src/domain/slug.ts'
import { tagSlugs } from '../../../src/domain/tag.ts'
import { defineCommand, formatDeskCommand, parseChoice, requireOne } from '../command.ts'
import { DeskError } from '../exit-status.ts'
import { createManuscript } from '../manuscripts/create-manuscript.ts'
import { formatInstant } from '../manuscripts/instant.ts'
import { type ManuscriptCollection, slugFromPath } from '../manuscripts/manuscript.ts'

const imageTemplate = (field: string) => `${field}:
  file:  # a picture next to this file
  alt:  # what the picture shows, for screen readers
  credit:`

/** `weekly new` drafts issues. */
type BlankCollection = Exclude<ManuscriptCollection, 'issues'>
const blankCollections: readonly BlankCollection[] = ['articles', 'authors', 'pages', 'events']

const templates: Readonly<Record<BlankCollection, () => string>> = {
  articles: () => `---
title:
dek:
category:  # ${categorySlugs.join(', ')}
tags: []  # ${tagSlugs.join(', ')}
authors: []
access: metered  # public, metered or members
${imageTemplate('image')}
---
The lead-in, which everybody can read.

<!-- more -->

The rest, for subscribers. Put a picture or a pull quote on a line of its own:

    ::figure{src="picture.jpg" alt="…" caption="…" credit="…"}

    :::pullquote{by="…"}
    …
    :::
`,
  authors: () => `---
collection: authors
name:
role:
place:
${imageTemplate('portrait')}
---
The biography.
`,
  pages: () => `---
collection: pages
title:
dek:
revisedAt: ${formatInstant(new Date(new Date().toISOString().slice(0, 10)))}
---
## First heading

The text.
`,
  events: () => `---
collection: events
title:
dek:
startsAt:  # 2026-12-12T18:30:00Z
endsAt:
timeZone: Europe/London
place:
accentColour: indigo  # ${accentColours.join(', ')}
${imageTemplate('image')}
programme:
  - { at: "18:30", title: "", people: "" }
---
The text.
`,
}

export const command = defineCommand({
  usage: [`new [FOLDER/]SLUG [--collection ${blankCollections.join('|')}]`],
  summary: 'creates a manuscript, SLUG.md, with every field to fill in',
  help: `The slug is the address: lowercase words with hyphens. FOLDER is created inside the current one if
it doesn’t exist. Existing files are never changed.`,
  options: { collection: { type: 'string', default: 'articles' } },
  async run(values, positionals) {
    const name = requireOne(positionals, 'slug')
    const slug = slugFromPath(name)
    const parsed = slugSchema.safeParse(slug)
    if (!parsed.success)
      throw new DeskError(`"${slug}" ${parsed.error.issues[0]!.message}.`, 'usage')
    const collection = parseChoice('--collection', values.collection, blankCollections)
    const text = templates[collection]()
    const file = join(dirname(name), `${slug}.md`)
    createManuscript(file, text)
    console.log(`Created ${file}. Fill it in, then run: ${formatDeskCommand(`check ${file}`)}`)
    return 'done'
  },
})
