import { dirname, join } from 'node:path'
import { formatLocalTime } from '../../../src/content/manuscript/local-time.ts'
import { slugFromPath } from '../../../src/content/manuscript/parse-manuscript.ts'
import { templateText } from '../../../src/content/manuscript/template-text.ts'
import { categorySlugs } from '../../../src/domain/category.ts'
import type { ManuscriptCollection } from '../../../src/domain/publication.ts'
import { getCalendarDay, getInstant } from '../../../src/domain/time-zone.ts'
import { accentColours } from '../../../src/publication/accent-colours.ts'
import { site } from '../../../src/publication/identity.ts'
import {
  defineCommand,
  formatDeskCommand,
  parseChoice,
  parseSlug,
  requireOne,
} from '../command-line/command.ts'
import { createManuscript } from '../manuscripts/create-manuscript.ts'

const imageTemplate = (field: string) => `${field}:
  file:  # a picture next to this file
  alt:  # what the picture shows, for screen readers
  credit:`

/** `weekly new` drafts issues. */
type BlankCollection = Exclude<ManuscriptCollection, 'issues'>
const blankCollections: readonly BlankCollection[] = [
  'articles',
  'authors',
  'tags',
  'pages',
  'events',
]

const templates: Readonly<Record<BlankCollection, () => string>> = {
  articles: () => `---
title:
dek:
# language: ur  # only for a story that isn’t in the publication’s language
category:  # ${categorySlugs.join(', ')}
tags: []  # for a list: ${formatDeskCommand('list --collection tags')}
authors: []
access: metered  # public, metered or members
${imageTemplate('image')}
---
${templateText.freePreview}

<!-- more -->

${templateText.rest}

${templateText.figure}

${templateText.pullQuote}
${templateText.quotation}
:::
`,
  authors: () => `---
collection: authors
name:
role:
place:
${imageTemplate('portrait')}
---
${templateText.biography}
`,
  tags: () => `---
collection: tags
name:
description:  # a sentence for search engines
order: 100  # the tag’s place in the footer: the lowest number comes first
---
`,
  pages: () => `---
collection: pages
title:
dek:
revisedAt: ${formatLocalTime(getInstant(getCalendarDay(new Date(), site.timeZone), 0, site.timeZone))}
---
${templateText.heading}

${templateText.text}
`,
  events: () => `---
collection: events
title:
dek:
startsAt:  # 2026-12-12 18:30, in the time zone below
endsAt:
timeZone: Europe/London
place:
accentColour: indigo  # ${accentColours.join(', ')}
${imageTemplate('image')}
programme:
  - { at: "18:30", title: "", people: "" }
---
${templateText.text}
`,
}

export const command = defineCommand({
  usage: [`new [FOLDER/]SLUG [--collection ${blankCollections.join('|')}]`],
  summary: 'creates a manuscript, SLUG.md, with every field to fill in',
  help: `The slug is the address: lowercase words with hyphens. FOLDER is created inside the current folder
if it doesn’t exist. Existing files are never changed.`,
  options: { collection: { type: 'string', default: 'articles' } },
  async run(values, positionals) {
    const name = requireOne(positionals, 'slug')
    const slug = parseSlug(slugFromPath(name))
    const collection = parseChoice('--collection', values.collection, blankCollections)
    const text = templates[collection]()
    const file = join(dirname(name), `${slug}.md`)
    createManuscript(file, text)
    console.log(`Created ${file}. Fill it in, then run: ${formatDeskCommand(`check ${file}`)}`)
    return 'done'
  },
})
