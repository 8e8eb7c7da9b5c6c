/** The text of a new mapping file, before the source's terms, authors and questions are added. */

import { site } from '../../../src/publication/identity.ts'
import { categories } from '../../../src/publication/sections.ts'
import { formatDeskCommand } from '../../desk/command-line/command.ts'
import { droppedValue, undecidedValue } from './mapping.ts'

/** A system's default archive addresses, which redirect to ours. */
export type ArchivePaths = Readonly<Record<'category' | 'tag' | 'author', string | null>>

/** This section is also added to mapping files of earlier versions. */
export const sourceSection = `# The name of this source. Later imports recognise stories by it: keep it, even if the folder moves, and
# never use it for another source.
source:
`

export const otherTagsSection = `# The tag that replaces all other tags: one of yours, or “${droppedValue}”. To map one by itself, add it to tags.
otherTags: ${droppedValue}
`

export const addressesSection = `# Addresses that are already used in your publication. Nothing is overwritten unless you say so:
#   new: import the post at a new address
#   skip: don’t import it
#   same: it’s the same post, so the import updates it
# otherAddresses is the answer for all of them (“same” is then only for posts with the same date). For a
# different answer, add a line such as “about: skip” to addresses.
addresses:

otherAddresses:
`

export const createTemplate = (
  archives: ArchivePaths,
  tags: readonly string[],
) => `# How the posts are imported. Edit whatever you like, and replace every “${undecidedValue}”.
# Running the import with --plan again adds what is new in the source and leaves the rest unchanged.

# The time zone of dates that don’t name one.
timeZone: UTC

# The old site, such as https://old.example. Pictures without a host that aren’t next to the source are
# fetched from there.
oldSite:

# Who can read posts when the source doesn’t say: public, metered or members.
access: metered

# Articles that aren’t public need text behind their free preview. Choose what published posts too short
# for that become: public or draft. Posts that the source shows only to members become drafts.
shortPosts: public

# The credit for pictures without one.
credit: ${JSON.stringify(`From the archive of ${site.name}`)}

# Every article needs a picture. For posts that have none: a file next to this one, with a description for
# screen readers, and a credit. If this is empty, posts without a picture are skipped.
# fallbackImage:
#   file: cloth.jpg
#   alt: A length of plain cotton
#   credit: Studio
fallbackImage:

# The source’s categories, each with one of yours, or “${droppedValue}” to use the post’s next category.
#   ${Object.keys(categories).join(', ')}
categories:

# The category of all other posts. To map another of the source’s categories by itself, add it above.
otherCategory: ${undecidedValue}

# The source’s tags, each with one of yours, or “${droppedValue}” to leave it out; the report lists those.
#   ${tags.join(', ')}
tags:

${otherTagsSection}
# The source’s authors. Entries with the same slug become one author. Authors who already exist in your
# publication stay unchanged. Role and place may be empty. To add an author whom the source doesn’t name:
#   meher: { slug: meher-bano, name: Meher Bano }
authors:

# The slug of the author for posts without one. If this is empty, such posts are skipped.
otherAuthor:

# The old site’s archive addresses, which redirect to yours. Leave them empty if there are none.
archives:
  category: ${archives.category ?? ''}
  tag: ${archives.tag ?? ''}
  author: ${archives.author ?? ''}

# Descriptions for pictures that have none, by the address or file named in the report. Pictures that stay
# without one are imported too, with their caption as description if they have one;
# “${formatDeskCommand('list --needs alt')}” lists them.
#   https://old.example/uploads/cat.jpg: A cat asleep on a ledger
descriptions:
`
