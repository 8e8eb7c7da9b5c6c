/** Chooses the stories of a new issue: the front page's, then the week's newest. */

import type { FrontPage } from '../../../functions/documents/front-page-document.ts'
import { templateText } from '../../../src/content/manuscript/template-text.ts'
import { day } from '../../../src/domain/duration.ts'

export type StoryCandidate = {
  readonly slug: string
  readonly title: string
  readonly publishedAt: Date
  readonly editorsPick: boolean
}

export type IssueDraft = {
  readonly lead: StoryCandidate
  readonly stories: readonly StoryCandidate[]
  readonly missed: StoryCandidate | null
}

const minStories = 3
const maxStories = 6

const daysOfIssue = 7

/** The number of days from which “In case you missed it” chooses a story. */
export const daysMissed = 60

/** `candidates` are published stories, newest first. Returns null if there aren't enough. */
export function draftIssue(
  candidates: readonly StoryCandidate[],
  front: Pick<FrontPage, 'lead' | 'order' | 'pins'>,
  at: Date,
): IssueDraft | null {
  const bySlug = new Map(candidates.map((story) => [story.slug, story]))
  const lead = (front.lead === null ? undefined : bySlug.get(front.lead)) ?? candidates[0]
  if (!lead) return null
  const weekStart = at.getTime() - daysOfIssue * day
  const isOfWeek = ({ publishedAt }: StoryCandidate) => publishedAt.getTime() > weekStart
  const chosen = front.order.flatMap((slug) => bySlug.get(slug) ?? [])
  const ofWeek = candidates.filter(isOfWeek)
  const stories = [...new Set([...chosen, ...ofWeek])]
    .filter((story) => story !== lead)
    .slice(0, maxStories)
  // A quiet week is filled with older stories.
  for (const story of candidates) {
    if (stories.length >= minStories) break
    if (story !== lead && !stories.includes(story)) stories.push(story)
  }
  if (stories.length < minStories) return null
  const older = candidates.filter(
    (story) => !isOfWeek(story) && story !== lead && !stories.includes(story),
  )
  const missed = older.find(({ editorsPick }) => editorsPick) ?? older[0] ?? null
  return { lead, stories, missed }
}

/** The titles are comments, so that a manuscript can be read without looking stories up. */
export function formatIssueDraft(draft: IssueDraft, date: string): string {
  const { lead, stories, missed } = draft
  const storyLine = ({ slug, title }: StoryCandidate) =>
    `slug: ${slug}  # ${title.replace(/\s+/g, ' ')}`
  return `---
collection: issues
subject: ${JSON.stringify(lead.title)}
preheader:  # the words after the subject in a list of emails, up to 150 characters
date: ${date}
# A story is shown with its standfirst, unless you add "line:" below its slug.
lead:
  ${storyLine(lead)}
stories:  # three to eight
${stories.map((story) => `  - ${storyLine(story)}`).join('\n')}
${missed ? `missed:\n  ${storyLine(missed)}\n` : ''}---
${templateText.issueNote}

## For subscribers

${templateText.issueOpening}

<!-- more -->

${templateText.issueRest}
`
}
