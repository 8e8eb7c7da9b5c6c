import { describe, expect, it } from 'vitest'
import { parseManuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import { draftIssue, formatIssueDraft, type StoryCandidate } from './draft-issue.ts'

const at = new Date('2026-11-22T00:00:00Z')
const noFront = { lead: null, order: [], pins: [] }

/** Stories, newest first; the n-th is n days old. */
const stories = Array.from(
  { length: 20 },
  (_, days): StoryCandidate => ({
    slug: `story-${days}`,
    title: `Story ${days}: the “rest”`,
    publishedAt: new Date(at.getTime() - (days + 0.5) * 86_400_000),
    editorsPick: days === 12,
  }),
)
const slugs = (list: readonly StoryCandidate[] = []) => list.map(({ slug }) => slug)

describe('a new issue', () => {
  it('has the front page’s lead and second tier, then the week’s newest stories', () => {
    const front = { lead: 'story-2', order: ['story-9', 'missing', 'story-1'], pins: [] }
    const draft = draftIssue(stories, front, at)!
    expect(draft.lead.slug).toBe('story-2')
    expect(slugs(draft.stories)).toEqual([
      'story-9',
      'story-1',
      'story-0',
      'story-3',
      'story-4',
      'story-5',
    ])
    expect(draft.missed?.slug).toBe('story-12')
  })

  it('is led by the newest story if the front page has no lead', () => {
    expect(draftIssue(stories, noFront, at)?.lead.slug).toBe('story-0')
  })

  it('is filled with older stories after a quiet week', () => {
    const draft = draftIssue(stories.slice(6), noFront, at)!
    expect(slugs([draft.lead, ...draft.stories])).toEqual([
      'story-6',
      'story-7',
      'story-8',
      'story-9',
    ])
    expect(draftIssue(stories.slice(17), noFront, at)).toBeNull()
  })

  it('is a manuscript that lacks only a preheader', () => {
    const draft = draftIssue(stories, noFront, at)!
    const parsed = parseManuscript('2026-11-22.md', formatIssueDraft(draft, '2026-11-22'))
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        collection: 'issues',
        fields: {
          subject: 'Story 0: the “rest”',
          preheader: null,
          date: '2026-11-22',
          lead: { slug: 'story-0' },
        },
      },
    })
  })
})
