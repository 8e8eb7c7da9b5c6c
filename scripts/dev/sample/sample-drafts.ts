/** Drafts that the sample's writer has submitted, so that the desk's first page isn't empty. */
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import { type Draft, getDraftPath } from '../../../src/domain/draft.ts'
import { hour } from '../../../src/domain/duration.ts'

const slug = 'two-clocks-at-aricha'
const writer = 'sample-writer'

const body = `At the Aricha ghat there are two clocks on one pole, and they have not agreed since the flood of 1998. The upper one belongs to the Inland Water Transport Corporation. The lower one belongs to Hares Ali, who sells tea beneath them, and who winds it himself. The launch leaves by the lower.

The Corporation’s men know this. They look up to sign the register and down to catch the boat, and Hares Ali has seen a superintendent do both within one glass of tea.

<!-- more -->

“Theirs is correct,” he says. “Mine is right.”
`

export function createSampleDraftWrites(now: Date): Write[] {
  const savedAt = new Date(now.getTime() - 3 * hour)
  const draft: Draft = {
    collection: 'articles',
    slug,
    fields: {
      title: 'Two clocks at Aricha',
      dek: 'The launch leaves by the lower one.',
      category: 'culture',
      tags: ['bangladesh'],
      authors: ['tahmina-sarkar'],
      access: 'metered',
    },
    body,
    base: null,
    revision: 12,
    owner: writer,
    savedAt,
    savedBy: writer,
    submitted: {
      at: savedAt,
      by: writer,
      note: 'Second read, please. A picture of the pole comes on Thursday.',
    },
    publishAt: null,
    deletedAt: null,
    expiresAt: null,
    preview: null,
    takenOver: null,
    kept: {},
  }
  return [{ set: getDraftPath('articles', slug), fields: draft }]
}
